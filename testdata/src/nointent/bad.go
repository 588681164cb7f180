package nointent

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
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
