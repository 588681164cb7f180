package unknownasfailed

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Created takes every status but 201 for a refusal.
func (s *Shop) Created(ctx context.Context, id string) error {
	resp, err := http.Post("https://psp.example/charges", "application/json", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		_, dbErr := s.db.ExecContext(ctx, `UPDATE orders SET status = 'failed' WHERE id = $1`, id) // want `UPDATE orders writes "failed" after any error of HTTP POST`
		return dbErr
	}
	_, err = s.db.ExecContext(ctx, `UPDATE orders SET status = 'paid' WHERE id = $1`, id)
	return err
}

// CreatedByClass looks at what kind of status it is that is not 201.
func (s *Shop) CreatedByClass(ctx context.Context, id string) error {
	resp, err := http.Post("https://psp.example/charges", "application/json", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		if resp.StatusCode >= 500 {
			return errors.New("not known")
		}
		_, dbErr := s.db.ExecContext(ctx, `UPDATE orders SET status = 'failed' WHERE id = $1`, id)
		return dbErr
	}
	return nil
}

// Coded puts every code that it does not know with the refusals.
func (s *Shop) Coded(ctx context.Context, id, iban string) error {
	err := s.main.Payout(ctx, id, iban, 1)
	switch status.Code(err) {
	case codes.OK, codes.AlreadyExists:
		return s.repo.UpdateStatus(ctx, id, "paid")
	case codes.InvalidArgument:
		return s.repo.UpdateStatus(ctx, id, "rejected")
	default:
		return errors.Join(err, s.repo.MarkFailed(ctx, id)) // want `Repo.MarkFailed writes "mark failed"`
	}
}

// CodedFrom does so with the status.
func (s *Shop) CodedFrom(ctx context.Context, id, iban string) error {
	err := s.main.Payout(ctx, id, iban, 1)
	if err == nil {
		return s.repo.UpdateStatus(ctx, id, "paid")
	}
	st, _ := status.FromError(err)
	if st.Code() == codes.InvalidArgument {
		return s.repo.UpdateStatus(ctx, id, "rejected")
	}
	return errors.Join(err, s.repo.MarkFailed(ctx, id)) // want `Repo.MarkFailed writes "mark failed"`
}

// CodedSure fails what was refused, and nothing else.
func (s *Shop) CodedSure(ctx context.Context, id, iban string) error {
	err := s.main.Payout(ctx, id, iban, 1)
	switch status.Code(err) {
	case codes.OK, codes.AlreadyExists:
		return s.repo.UpdateStatus(ctx, id, "paid")
	case codes.InvalidArgument, codes.NotFound:
		return errors.Join(err, s.repo.MarkFailed(ctx, id))
	default:
		return err
	}
}

// CodedOpen takes the codes out that leave it open.
func (s *Shop) CodedOpen(ctx context.Context, id, iban string) error {
	err := s.main.Payout(ctx, id, iban, 1)
	switch status.Code(err) {
	case codes.OK:
		return s.repo.UpdateStatus(ctx, id, "paid")
	case codes.Unavailable, codes.DeadlineExceeded:
		return err
	default:
		return errors.Join(err, s.repo.MarkFailed(ctx, id))
	}
}

// DeferredState decides the state in a deferred function and writes it for every outcome.
func (s *Shop) DeferredState(ctx context.Context, id string) (err error) {
	defer func() {
		state := "paid"
		if err != nil {
			state = "failed"
		}
		_, dbErr := s.db.ExecContext(ctx, `UPDATE orders SET status = $2 WHERE id = $1`, id, state) // want `UPDATE orders writes "failed" after any error of paymentintent.New`
		err = errors.Join(err, dbErr)
	}()
	return charge(id)
}

// DeferredOpen has a state of its own for what is not known.
func (s *Shop) DeferredOpen(ctx context.Context, id string) (err error) {
	defer func() {
		state := "paid"
		if err != nil {
			state = "unknown"
		}
		_, dbErr := s.db.ExecContext(ctx, `UPDATE orders SET status = $2 WHERE id = $1`, id, state)
		fmt.Println(dbErr)
	}()
	return charge(id)
}

// SetFree lets others have what was held.
func (s *Shop) SetFree(ctx context.Context, id string) error {
	if err := charge(id); err != nil {
		_, dbErr := s.db.ExecContext(ctx, `UPDATE holds SET state = 'released' WHERE order_id = $1`, id) // want `UPDATE holds takes back what was done after any error of paymentintent.New`
		return errors.Join(err, dbErr)
	}
	return nil
}

// Announced writes the state of a page, which holds nothing.
func (s *Shop) Announced(ctx context.Context, id string) error {
	if err := charge(id); err != nil {
		_, dbErr := s.db.ExecContext(ctx, `UPDATE articles SET state = 'released' WHERE order_id = $1`, id)
		return errors.Join(err, dbErr)
	}
	return nil
}

func setState(ctx context.Context, c *mongo.Collection, id, state string) error {
	_, err := c.UpdateByID(ctx, id, bson.M{"$set": bson.M{"state": state}})
	return err
}

// ByID tells a helper which state to write into a document.
func (s *Shop) ByID(ctx context.Context, c *mongo.Collection, id string) error {
	if err := charge(id); err != nil {
		return errors.Join(err, setState(ctx, c, id, "failed")) // want `UpdateByID writes "failed"`
	}
	return setState(ctx, c, id, "paid")
}

// ByIDOpen tells it one of its own.
func (s *Shop) ByIDOpen(ctx context.Context, c *mongo.Collection, id string) error {
	if err := charge(id); err != nil {
		return errors.Join(err, setState(ctx, c, id, "unclear"))
	}
	return setState(ctx, c, id, "paid")
}
