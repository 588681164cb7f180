package nointent

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"

	"nointent/store"
)

// Berths keeps berths.
type Berths interface {
	Mail(ctx context.Context, skipper string) (string, error)
	Take(ctx context.Context, berth, skipper string) error
	Keep(ctx context.Context, berth string, mailed int) error
	Paint(ctx context.Context, berth, colour string) error
}

type berths struct{ db *sql.DB }

// NewBerths returns a repository.
func NewBerths(db *sql.DB) Berths { return &berths{db} }

func (b *berths) Mail(ctx context.Context, skipper string) (email string, err error) {
	err = b.db.QueryRowContext(ctx, `SELECT email FROM skippers WHERE id = $1`, skipper).Scan(&email)
	return email, err
}

func (b *berths) Take(ctx context.Context, berth, skipper string) error {
	_, err := b.db.ExecContext(ctx, `UPDATE berths SET skipper = $2 WHERE berth = $1`, berth, skipper)
	return err
}

func (b *berths) Keep(ctx context.Context, berth string, mailed int) error {
	_, err := b.db.ExecContext(ctx, `UPDATE berths SET mail_number = $2 WHERE berth = $1`, berth, mailed)
	return err
}

func (b *berths) Paint(ctx context.Context, berth, colour string) error {
	_, err := b.db.ExecContext(ctx, `UPDATE berths SET colour = $2 WHERE berth = $1`, berth, colour)
	return err
}

// Master runs the harbour.
type Master struct {
	berths Berths
	grid   *sendgrid.Client
	loans  *store.Loans
	pool   pgx.Beginner
}

// ConfirmBerth keeps what the provider answered; what it asks before is in view behind the interface, and only asks.
func (m *Master) ConfirmBerth(ctx context.Context, berth, skipper string) error {
	email, err := m.berths.Mail(ctx, skipper)
	if err != nil {
		return err
	}
	resp, err := m.grid.SendWithContext(ctx, letter(email)) // want `warning/proved: .* is called before anything is written down`
	if err != nil {
		return err
	}
	return m.berths.Keep(ctx, berth, resp.StatusCode)
}

// AssignBerth gives the berth away before.
func (m *Master) AssignBerth(ctx context.Context, berth, skipper string) error {
	email, err := m.berths.Mail(ctx, skipper)
	if err != nil {
		return err
	}
	if err := m.berths.Take(ctx, berth, skipper); err != nil {
		return err
	}
	resp, err := m.grid.SendWithContext(ctx, letter(email))
	if err != nil {
		return err
	}
	return m.berths.Keep(ctx, berth, resp.StatusCode)
}

// PaintBerth writes something that has nothing to do with the letter.
func (m *Master) PaintBerth(ctx context.Context, berth, colour string, l *mail.SGMailV3) error {
	if _, err := m.grid.SendWithContext(ctx, l); err != nil {
		return err
	}
	return m.berths.Paint(ctx, berth, colour)
}

// ConfirmEmail answers who has just asked for it.
func (m *Master) ConfirmEmail(ctx context.Context, berth string, l *mail.SGMailV3) error {
	resp, err := m.grid.SendWithContext(ctx, l)
	if err != nil {
		return err
	}
	return m.berths.Keep(ctx, berth, resp.StatusCode)
}

func letter(to string) *mail.SGMailV3 { return nil }

// Dun moves the state in a transaction that commits behind the letter.
func (m *Master) Dun(ctx context.Context, id string, l *mail.SGMailV3) error {
	return pgx.BeginFunc(ctx, m.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE berth_fees SET state = 'dunned' WHERE id = $1`, id); err != nil {
			return err
		}
		_, err := m.grid.SendWithContext(ctx, l) // want `warning/proved: .* is called before what was written down is committed`
		return err
	})
}

// DunLater writes when the transaction has committed.
func (m *Master) DunLater(ctx context.Context, id string, l *mail.SGMailV3) error {
	err := pgx.BeginFunc(ctx, m.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE berth_fees SET state = 'dunned' WHERE id = $1`, id)
		return err
	})
	if err != nil {
		return err
	}
	_, err = m.grid.SendWithContext(ctx, l)
	return err
}

// once claims a step and runs it.
func (m *Master) once(ctx context.Context, id string, step func() error) error {
	if err := m.loans.Begin(ctx, id); err != nil {
		return err
	}
	return step()
}

// Stepped is a literal that runs behind a claim.
func (m *Master) Stepped(ctx context.Context, id string, l *mail.SGMailV3) error {
	return m.once(ctx, id, func() error {
		if _, err := m.grid.SendWithContext(ctx, l); err != nil {
			return err
		}
		return m.loans.Reminded(ctx, id)
	})
}
