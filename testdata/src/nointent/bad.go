package nointent

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"

	"nointent/store"
)

// Courier mails documents.
type Courier struct {
	db   *sql.DB
	mail *sendgrid.Client
}

// example:begin

// SendPass writes down what it has sent, when it has sent it.
func (c *Courier) SendPass(ctx context.Context, passenger string, m *mail.SGMailV3) error {
	if _, err := c.mail.SendWithContext(ctx, m); err != nil { // want `warning/proved: sendgrid-go.SendWithContext is called before anything is written down, and takes no key.*\(nointent\) \[performs sendgrid-go.SendWithContext, which takes no key > written down only here \(INSERT.*, under an id made only then\) > help: write the intent down first`
		return err
	}
	_, err := c.db.ExecContext(ctx, `INSERT INTO mailed_passes (mail_id, passenger) VALUES ($1, $2)`, uuid.NewString(), passenger)
	return err
}

// example:end

// deliver is a wrapper; the one who writes afterwards is judged.
func (c *Courier) deliver(ctx context.Context, m *mail.SGMailV3) error {
	_, err := c.mail.SendWithContext(ctx, m)
	return err
}

// SendBill writes down the bill after it has mailed it.
func (c *Courier) SendBill(ctx context.Context, customer string, m *mail.SGMailV3) error {
	if err := c.deliver(ctx, m); err != nil { // want `warning/proved: .* is called before anything is written down`
		return err
	}
	_, err := c.db.ExecContext(ctx, `INSERT INTO mailed_bills (customer, text) VALUES ($1, 'bill')`, customer)
	return err
}

// Mailer writes letters.
type Mailer interface {
	Mail(ctx context.Context, m *mail.SGMailV3) error
}

type gridMailer struct{ client *sendgrid.Client }

func (g *gridMailer) Mail(ctx context.Context, m *mail.SGMailV3) error {
	_, err := g.client.SendWithContext(ctx, m)
	return err
}

// Desk reminds readers.
type Desk struct {
	loans *store.Loans
	out   Mailer
	db    *sql.DB
}

// Remind marks the loan when the letter is out, in another package.
func (d *Desk) Remind(ctx context.Context, id string, m *mail.SGMailV3) error {
	if err := d.out.Mail(ctx, m); err != nil { // want `warning/proved: .* is called before anything is written down`
		return err
	}
	return d.loans.Reminded(ctx, id)
}

// Invite writes in a transaction that may be rolled back when the letter is out.
func (d *Desk) Invite(ctx context.Context, event, email string, m *mail.SGMailV3) error {
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `INSERT INTO reading_guests (event_id, email) VALUES ($1, $2)`, event, email); err != nil {
		return err
	}
	if err := d.out.Mail(ctx, m); err != nil { // want `warning/proved: .* is called before what was written down is committed, .* \[written down \(INSERT.*\) in a transaction that is still open > performs`
		return err
	}
	return tx.Commit()
}

// Logged keeps a log of what was sent.
func (d *Desk) Logged(ctx context.Context, email string, m *mail.SGMailV3) error {
	if err := d.out.Mail(ctx, m); err != nil { // want `warning/proved: .* is called before anything is written down`
		return err
	}
	_, err := d.db.ExecContext(ctx, `INSERT INTO mail_log (email, text) VALUES ($1, 'hello')`, email)
	return err
}
