// Package hooks answers who delivers events, and functions that a platform runs.
package hooks

import (
	"context"
	"database/sql"
	"io"
	"log"
	"net/http"
	"strings"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82/webhook"
	"gorm.io/gorm"
)

type Hooks struct {
	db   *sql.DB
	gorm *gorm.DB
}

func (h *Hooks) enter(ctx context.Context, id string) error {
	_, err := h.db.ExecContext(ctx, `UPDATE deeds SET state = 'entered' WHERE id = $1`, id)
	return err
}

// Early says that all is well before anything is.
func (h *Hooks) Early(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	ev, err := webhook.ConstructEvent(body, r.Header.Get("Stripe-Signature"), "s")
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusOK) // want `the message is acknowledged before UPDATE deeds`
	go func() {
		if err := h.enter(context.Background(), ev.ID); err != nil {
			log.Println(err)
		}
	}()
}

// Deaf says so whatever has become of it.
func (h *Hooks) Deaf(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	ev, err := webhook.ConstructEvent(body, r.Header.Get("Stripe-Signature"), "s")
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if err := h.enter(r.Context(), ev.ID); err != nil {
		log.Println(r.Context(), err)
	}
	w.WriteHeader(http.StatusOK) // want `the message is acknowledged although UPDATE deeds may have failed`
}

// Deed is a row.
type Deed struct{ ID string }

// Dropped calls what looks at no error at all.
func (h *Hooks) Dropped(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	ev, err := webhook.ConstructEvent(body, r.Header.Get("Stripe-Signature"), "s")
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	h.create(ev.ID)
	w.WriteHeader(http.StatusOK) // want `the message is acknowledged although .* may have failed`
}

func (h *Hooks) create(id string) {
	deed := Deed{ID: strings.ToUpper(id)}
	h.gorm.Create(&deed)
}

// Falls answers by returning.
func (h *Hooks) Falls(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	ev, err := webhook.ConstructEvent(body, r.Header.Get("Stripe-Signature"), "s")
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if err := h.enter(r.Context(), ev.ID); err != nil {
		log.Println(err)
		return // want `no error is returned although UPDATE deeds may have failed`
	}
}

// Tells says that something went wrong.
func (h *Hooks) Tells(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	ev, err := webhook.ConstructEvent(body, r.Header.Get("Stripe-Signature"), "s")
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if err := h.enter(r.Context(), ev.ID); err != nil {
		http.Error(w, "not entered", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusOK)
}

// Sacks is a function that a platform calls with several messages.
func (h *Hooks) Sacks(ctx context.Context, ev events.SQSEvent) error {
	for range ev.Records {
		if err := h.enter(ctx, "1"); err != nil {
			log.Println(err)
		}
	}
	return nil // want `no error is returned although UPDATE deeds may have failed`
}

// Bags collects what failed.
func (h *Hooks) Bags(ctx context.Context, ev events.SQSEvent) (failed []string, err error) {
	for _, r := range ev.Records {
		if err := h.enter(ctx, r.MessageId); err != nil {
			failed = append(failed, r.MessageId)
		}
	}
	return failed, nil
}

// Sorted collects what failed, whichever of two steps it was.
func (h *Hooks) Sorted(ctx context.Context, ev events.SQSEvent) (failed []string, err error) {
	for _, r := range ev.Records {
		err := check(r.MessageId)
		if err == nil {
			err = h.enter(ctx, r.MessageId)
		}
		if err != nil {
			failed = append(failed, r.MessageId)
		}
	}
	return failed, nil
}

func check(id string) error {
	if id == "" {
		return io.EOF
	}
	return nil
}

// Swept cleans up, and does so again the next time.
func (h *Hooks) Swept(ctx context.Context, ev events.SQSEvent) error {
	if err := h.sweep(ctx); err != nil {
		log.Println(err)
	}
	return nil
}

func (h *Hooks) sweep(ctx context.Context) error {
	_, err := h.db.ExecContext(ctx, `DELETE FROM deeds WHERE created_at < now() - interval '1 day'`)
	return err
}

// Marked has done the work, and only the mark may be missing.
func (h *Hooks) Marked(ctx context.Context, ev events.SQSEvent) error {
	if _, err := h.db.ExecContext(ctx, `UPDATE deeds SET notified_at = now()`); err != nil {
		log.Println(err)
	}
	return nil
}

func main() {
	h := &Hooks{}
	lambda.Start(h.Sacks)
	lambda.Start(h.Bags)
	lambda.Start(h.Sorted)
	lambda.Start(h.Swept)
	lambda.Start(h.Marked)
}
