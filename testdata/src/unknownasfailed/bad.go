package unknownasfailed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/http"

	"unknownasfailed/store"

	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/transfer"
	"gorm.io/gorm"
)

// Shop sells.
type Shop struct {
	db     *sql.DB
	gorm   *gorm.DB
	orders *store.Orders
	repo   Repo
	main   Payer
	other  Payer
}

// Repo keeps orders somewhere.
type Repo interface {
	MarkFailed(ctx context.Context, id string) error
	UpdateStatus(ctx context.Context, id string, s store.Status) error
	Save(ctx context.Context, o *Order) error
}

// Payer pays out.
type Payer interface {
	Payout(ctx context.Context, reference, iban string, cents int64) error
}

// Order is one.
type Order struct {
	ID     string
	Status string
}

// Fail ends it.
func (o *Order) Fail() { o.Status = "failed" }

func charge(id string) error {
	p := &stripe.PaymentIntentParams{}
	p.SetIdempotencyKey("order:v1:" + id)
	_, err := paymentintent.New(p)
	return err
}

// example:begin

// Pay takes every error for a refusal.
func (s *Shop) Pay(ctx context.Context, id string) error {
	if err := charge(id); err != nil {
		_, dbErr := s.db.ExecContext(ctx, `UPDATE orders SET status = 'failed' WHERE id = $1`, id) // want `warning/proved: UPDATE orders writes "failed" after any error of paymentintent.New, a timeout too, which may have been carried out all the same \(unknownasfailed\) \[performs paymentintent.New > .* > writes the failure down \(UPDATE orders\) > help: write a state of its own`
		return errors.Join(err, dbErr)
	}
	_, err := s.db.ExecContext(ctx, `UPDATE orders SET status = 'paid' WHERE id = $1`, id)
	return err
}

// example:end

// Joint decides the state first and writes it once.
func (s *Shop) Joint(ctx context.Context, id string) error {
	status := "paid"
	err := charge(id)
	if err != nil {
		status = "declined"
	}
	_, dbErr := s.db.ExecContext(ctx, `UPDATE orders SET status = $2 WHERE id = $1`, id, status) // want `UPDATE orders writes "declined"`
	return errors.Join(err, dbErr)
}

// Elsewhere writes with methods of another package.
func (s *Shop) Elsewhere(ctx context.Context, id string) error {
	if err := charge(id); err != nil {
		return errors.Join(err, s.orders.MarkFailed(ctx, id)) // want `warning/proved: UPDATE orders writes "failed".*UPDATE orders at store.go`
	}
	return s.orders.Move(ctx, id, store.StatusPaid)
}

// Given tells the method the state.
func (s *Shop) Given(ctx context.Context, id string) error {
	err := charge(id)
	if err != nil {
		fmt.Println(err)
		if dbErr := s.orders.Move(ctx, id, store.StatusFailed); dbErr != nil { // want `UPDATE orders writes "failed"`
			return dbErr
		}
	}
	return err
}

// Named has nothing but names.
func (s *Shop) Named(ctx context.Context, id string) error {
	if err := charge(id); err != nil {
		return errors.Join(err, s.repo.MarkFailed(ctx, id)) // want `warning/likely: Repo.MarkFailed writes "mark failed"`
	}
	return nil
}

// NamedState is told the state.
func (s *Shop) NamedState(ctx context.Context, id string) error {
	if err := charge(id); err != nil {
		return errors.Join(err, s.repo.UpdateStatus(ctx, id, store.StatusFailed)) // want `warning/likely: Repo.UpdateStatus writes "failed"`
	}
	return nil
}

// Saved sets a field and saves the row.
func (s *Shop) Saved(ctx context.Context, o *Order) error {
	if err := charge(o.ID); err != nil {
		o.Status = "failed"
		return errors.Join(err, s.repo.Save(ctx, o)) // want `warning/likely: Repo.Save writes "failed"`
	}
	return nil
}

// SavedLater saves it for both ends.
func (s *Shop) SavedLater(ctx context.Context, o *Order) error {
	err := charge(o.ID)
	if err != nil {
		o.Status = "failed" // want `warning/likely: DB.Save writes "failed"|Save`
	} else {
		o.Status = "paid"
	}
	s.gorm.Save(o)
	return err
}

// SavedEntity lets the row change itself.
func (s *Shop) SavedEntity(ctx context.Context, o *Order) error {
	if err := charge(o.ID); err != nil {
		o.Fail()
		return errors.Join(err, s.repo.Save(ctx, o)) // want `Repo.Save writes "fail"`
	}
	return nil
}

// Mapped goes through an ORM.
func (s *Shop) Mapped(o *Order) error {
	err := charge(o.ID)
	if err != nil {
		s.gorm.Model(o).Where("id = ?", o.ID).Update("status", "failed") // want `writes "failed"`
	}
	return err
}

func (s *Shop) giveUp(ctx context.Context, id string, cause error) {
	if err := s.repo.UpdateStatus(ctx, id, store.StatusFailed); err != nil {
		fmt.Println(cause, err)
	}
}

// Helped writes in a helper.
func (s *Shop) Helped(ctx context.Context, id string) error {
	err := charge(id)
	if err != nil {
		s.giveUp(ctx, id, err) // want `Repo.UpdateStatus writes "failed".*writes it down \(Repo.UpdateStatus\)`
	}
	return err
}

// Deferred writes when the function is left.
func (s *Shop) Deferred(ctx context.Context, id string) (err error) {
	defer func() {
		if err != nil {
			_ = s.repo.MarkFailed(ctx, id) // want `Repo.MarkFailed writes "mark failed".*deferred`
		}
	}()
	if err = charge(id); err != nil {
		return fmt.Errorf("charge: %w", err)
	}
	return nil
}

// Definite tells one refusal apart and takes all the rest for another.
func (s *Shop) Definite(ctx context.Context, id string) error {
	err := charge(id)
	if errors.Is(err, ErrCardDeclined) {
		return err
	}
	if err != nil {
		return errors.Join(err, s.orders.MarkFailed(ctx, id)) // want `UPDATE orders writes "failed"`
	}
	return nil
}

// ErrCardDeclined is what the bank says.
var ErrCardDeclined = errors.New("declined")

// Posted calls over HTTP.
func (s *Shop) Posted(ctx context.Context, id string) error {
	resp, err := http.Post("https://bank.example/payments/"+id, "application/json", nil)
	if err != nil || resp.StatusCode >= 500 {
		return errors.Join(err, s.orders.MarkFailed(ctx, id)) // want `UPDATE orders writes "failed"`
	}
	return resp.Body.Close()
}

// Next goes on to the next provider.
func (s *Shop) Next(ctx context.Context, id, iban string, cents int64) error {
	err := s.main.Payout(ctx, id, iban, cents)
	if err != nil {
		err = s.other.Payout(ctx, id, iban, cents) // want `warning/likely: Payer.Payout is performed again after any error of Payer.Payout, a timeout too`
	}
	return err
}

// Other goes on to another kind of provider.
func (s *Shop) Other(ctx context.Context, id, iban string, cents int64) error {
	to := &iban
	if _, err := transfer.New(&stripe.TransferParams{Destination: to}); err != nil {
		return s.other.Payout(ctx, id, iban, cents)
	}
	return nil
}

// GivenBack puts back what was taken for an order that may be paid. What is put back is reported by unkeyedcompensation.
func (s *Shop) GivenBack(ctx context.Context, id, sku string) error {
	if err := s.orders.TakeStock(ctx, sku, 1); err != nil {
		return err
	}
	if err := charge(id); err != nil {
		return errors.Join(err, s.orders.AddStock(ctx, sku, 1))
	}
	return nil
}

// Refunder pays back.
type Refunder interface {
	Refund(ctx context.Context, idempotencyKey string, cents int64) error
}

// PaidBack pays the first part back, under a key, though the second may have gone through.
func (s *Shop) PaidBack(ctx context.Context, r Refunder, id, iban string) error {
	if err := charge(id); err != nil {
		return err
	}
	if err := s.main.Payout(ctx, id, iban, 100); err != nil {
		return errors.Join(err, r.Refund(ctx, "refund:v1:"+id, 100)) // want `warning/likely: Refunder.Refund takes back what was done after any error of Payer.Payout, a timeout too`
	}
	return nil
}

// Answered takes every answer but one for a refusal, a 5xx too.
func (s *Shop) Answered(ctx context.Context, id string) error {
	resp, err := http.Post("https://bank.example/payments/"+id, "application/json", nil)
	if err != nil {
		return err
	}
	if resp.StatusCode/100 != 2 {
		return s.orders.MarkFailed(ctx, id) // want `UPDATE orders writes "failed"`
	}
	return nil
}

// Timed asks, and takes a timeout for a refusal.
func (s *Shop) Timed(ctx context.Context, id string) error {
	err := charge(id)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return s.orders.MarkFailed(ctx, id) // want `UPDATE orders writes "failed"`
	case err != nil:
		return s.orders.MarkUnknown(ctx, id)
	}
	return nil
}

// TimedNet does so by a method of the error.
func (s *Shop) TimedNet(ctx context.Context, id string) error {
	err := charge(id)
	var ne net.Error
	if errors.As(err, &ne) && ne.Timeout() {
		return s.orders.MarkFailed(ctx, id) // want `UPDATE orders writes "failed"`
	}
	return err
}

// Freed gives what was held for a customer who may have paid to somebody else.
func (s *Shop) Freed(ctx context.Context, id string) error {
	err := charge(id)
	if err == nil {
		return nil
	}
	_, dbErr := s.db.ExecContext(ctx, `DELETE FROM reservations WHERE order_id = $1`, id) // want `DELETE reservations takes back what was done`
	return errors.Join(err, dbErr)
}

// Any column that holds nothing but a state is one.
func (s *Shop) Any(ctx context.Context, id string) error {
	if err := charge(id); err != nil {
		_, dbErr := s.db.ExecContext(ctx, `UPDATE orders SET shipment = 'rejected' WHERE id = $1`, id) // want `UPDATE orders writes "rejected"`
		return errors.Join(err, dbErr)
	}
	return nil
}

// Changes is a store that takes maps.
type Changes interface {
	Update(ctx context.Context, id string, changes map[string]any) error
}

// MapOf gives the state in a map.
func (s *Shop) MapOf(ctx context.Context, c Changes, id string) error {
	if err := charge(id); err != nil {
		return errors.Join(err, c.Update(ctx, id, map[string]any{"status": "failed"})) // want `Changes.Update writes "failed"`
	}
	return nil
}

// Messenger tells people.
type Messenger interface {
	SendMessage(ctx context.Context, to, text string) error
}

// Notified keeps whether somebody was told.
func (s *Shop) Notified(ctx context.Context, m Messenger, id string) error {
	if err := m.SendMessage(ctx, id, "shipped"); err != nil {
		return errors.Join(err, s.orders.MarkFailed(ctx, id)) // want `advice/likely: UPDATE orders writes "failed"`
	}
	return nil
}

// Sessions are kept somewhere.
type Sessions interface {
	UpdateSession(ctx context.Context, id string, s store.Status, note string) error
	InTx(ctx context.Context, f func(tx *sql.Tx) error) error
	SetState(ctx context.Context, tx *sql.Tx, id string, state store.Status) error
}

// Typed is told by the type of what it gives.
func (s *Shop) Typed(ctx context.Context, ss Sessions, id string) error {
	if err := charge(id); err != nil {
		return errors.Join(err, ss.UpdateSession(ctx, id, store.StatusFailed, "")) // want `Sessions.UpdateSession writes "failed"`
	}
	return nil
}

// InTx writes in the body of a transaction, and a second time, which is one fault.
func (s *Shop) InTx(ctx context.Context, ss Sessions, id string) error {
	if err := charge(id); err != nil {
		txErr := ss.InTx(ctx, func(tx *sql.Tx) error { // want `Sessions.SetState writes "failed"`
			return ss.SetState(ctx, tx, id, store.StatusFailed)
		})
		return errors.Join(err, txErr, ss.UpdateSession(ctx, id, store.StatusFailed, ""))
	}
	return nil
}

// Pages are where people pay.
type Pages interface {
	CreatePaymentLink(ctx context.Context, id string) error
}

// Offered moves no money by itself.
func (s *Shop) Offered(ctx context.Context, p Pages, id string) error {
	if err := p.CreatePaymentLink(ctx, id); err != nil {
		return errors.Join(err, s.orders.MarkFailed(ctx, id)) // want `advice/likely: UPDATE orders writes "failed"`
	}
	return nil
}
