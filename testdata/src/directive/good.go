package directive

import (
	"context"
	"database/sql"

	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"

	"directive/queries"
)

// example:begin

func known() error {
	return again(func() error {
		//idemlint:ignore unkeyedretry the provider drops the same reference for a day
		_, err := paymentintent.New(&stripe.PaymentIntentParams{})
		return err
	})
}

// example:end

func onTheLine() error {
	return again(func() error {
		_, err := paymentintent.New(&stripe.PaymentIntentParams{}) //idemlint:ignore unkeyedretry the provider drops doubles
		return err
	})
}

// onTheFunction is silenced as a whole.
//
//idemlint:ignore unkeyedretry the provider drops doubles
func onTheFunction() error {
	return again(func() error {
		_, err := paymentintent.New(&stripe.PaymentIntentParams{})
		return err
	})
}

func aboveTheStatement() error {
	//idemlint:ignore unkeyedretry the provider drops doubles
	return again(func() error {
		_, err := paymentintent.New(&stripe.PaymentIntentParams{})
		return err
	})
}

// As golangci-lint reads them: on the line, above a statement with all its blocks, on the function.
func linter() error {
	//nolint:idemlint // the provider drops doubles
	for range 3 {
		if _, err := paymentintent.New(&stripe.PaymentIntentParams{}); err == nil {
			return nil
		}
	}
	for range 3 {
		if _, err := paymentintent.New(&stripe.PaymentIntentParams{}); err == nil { // nolint:gosec,idemlint // the provider drops doubles
			return nil
		}
	}
	for range 3 {
		if _, err := paymentintent.New(&stripe.PaymentIntentParams{}); err == nil { //nolint // for every linter: the provider drops doubles
			return nil
		}
	}
	return nil
}

//nolint:idemlint // the provider drops doubles
func linterOnTheFunction() error {
	return again(func() error {
		_, err := paymentintent.New(&stripe.PaymentIntentParams{})
		return err
	})
}

// A comment about a comment is taken at its word.
//
//idemlint:ignore directive the loop comes back next week
//idemlint:ignore attemptkey the key is made by the caller
func planned() {}

const insert = `-- idemlint:ignore unkeyedretry the partner's rows are dropped by a nightly job
INSERT INTO notes (text) VALUES ($1)`

func inSQL(ctx context.Context, db *sql.DB, text string) error {
	for range 3 {
		if _, err := db.ExecContext(ctx, `
			INSERT INTO notes (text) -- idemlint:ignore unkeyedretry a note may stand twice
			VALUES ($1)`, text); err == nil {
			return nil
		}
	}
	for range 3 {
		if _, err := db.ExecContext(ctx, insert, text); err == nil {
			return nil
		}
	}
	for range 3 {
		if _, err := db.ExecContext(ctx, queries.Insert, text); err == nil {
			return nil
		}
	}
	return nil
}
