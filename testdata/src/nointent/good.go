package nointent

import (
	"context"

	"github.com/sendgrid/sendgrid-go/helpers/mail"
)

// example:begin

// SendWage writes the letter down first.
func (c *Courier) SendWage(ctx context.Context, letterID, employee string, m *mail.SGMailV3) error {
	res, err := c.db.ExecContext(ctx, `INSERT INTO wage_letters (letter_id, employee, state) VALUES ($1, $2, 'sending') ON CONFLICT DO NOTHING`, letterID, employee)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := c.mail.SendWithContext(ctx, m); err != nil {
		return err
	}
	_, err = c.db.ExecContext(ctx, `UPDATE wage_letters SET state = 'sent' WHERE letter_id = $1`, letterID)
	return err
}

// example:end

// Reissue mails a pass whose order was moved on and committed.
func (c *Courier) Reissue(ctx context.Context, orderID string, m *mail.SGMailV3) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `UPDATE pass_orders SET state = 'mailing' WHERE order_id = $1 AND state = 'ready'`, orderID); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	if _, err := c.mail.SendWithContext(ctx, m); err != nil {
		return err
	}
	_, err = c.db.ExecContext(ctx, `INSERT INTO reissued (order_id) VALUES ($1)`, orderID)
	return err
}

// Place writes the order, and tell is called behind it.
func (c *Courier) Place(ctx context.Context, orderID string, m *mail.SGMailV3) error {
	if _, err := c.db.ExecContext(ctx, `INSERT INTO pass_orders (order_id, state) VALUES ($1, 'ready')`, orderID); err != nil {
		return err
	}
	return c.tell(ctx, orderID, m)
}

func (c *Courier) tell(ctx context.Context, orderID string, m *mail.SGMailV3) error {
	if _, err := c.mail.SendWithContext(ctx, m); err != nil {
		return err
	}
	_, err := c.db.ExecContext(ctx, `INSERT INTO told (order_id, text) VALUES ($1, 'placed')`, orderID)
	return err
}

// SendCode answers who has just asked for it: a second code is as good as the first.
func (c *Courier) SendCode(ctx context.Context, user, code string, m *mail.SGMailV3) error {
	if _, err := c.mail.SendWithContext(ctx, m); err != nil {
		return err
	}
	_, err := c.db.ExecContext(ctx, `INSERT INTO mail_codes (user_id, code) VALUES ($1, $2)`, user, code)
	return err
}

// Contact is recorded by nobody.
func (c *Courier) Contact(ctx context.Context, m *mail.SGMailV3) error {
	_, err := c.mail.SendWithContext(ctx, m)
	return err
}

// Flush sends what is pending, as an outbox does.
func (c *Courier) Flush(ctx context.Context, id string, m *mail.SGMailV3) error {
	if _, err := c.mail.SendWithContext(ctx, m); err != nil {
		return err
	}
	_, err := c.db.ExecContext(ctx, `UPDATE mails SET state = 'sent' WHERE id = $1`, id)
	return err
}

// Failed records only what went wrong.
func (c *Courier) Failed(ctx context.Context, id string, m *mail.SGMailV3) error {
	if _, err := c.mail.SendWithContext(ctx, m); err != nil {
		_, err2 := c.db.ExecContext(ctx, `INSERT INTO failures (mail, why) VALUES ($1, $2)`, id, err.Error())
		return err2
	}
	return nil
}

// RemindOnce takes the reminder first, in another package.
func (d *Desk) RemindOnce(ctx context.Context, id string, m *mail.SGMailV3) error {
	if err := d.loans.Begin(ctx, id); err != nil {
		return err
	}
	if err := d.out.Mail(ctx, m); err != nil {
		return err
	}
	return d.loans.Reminded(ctx, id)
}

// Audited tells an audit trail, which nothing depends on.
func (d *Desk) Audited(ctx context.Context, email string, m *mail.SGMailV3) error {
	if err := d.out.Mail(ctx, m); err != nil {
		return err
	}
	_, err := d.db.ExecContext(ctx, `INSERT INTO audit_log (who, what) VALUES ($1, 'mailed')`, email)
	return err
}

// Touch changes something else about the reader.
func (d *Desk) Touch(ctx context.Context, id string, m *mail.SGMailV3) error {
	if err := d.out.Mail(ctx, m); err != nil {
		return err
	}
	_, err := d.db.ExecContext(ctx, `UPDATE readers SET theme = 'dark' WHERE id = $1`, id)
	return err
}

// Repo may write what it likes.
type Repo interface {
	CreateGuest(ctx context.Context, email string) error
}

// Hidden writes through an interface that is not in view.
func (d *Desk) Hidden(ctx context.Context, r Repo, email string, m *mail.SGMailV3) error {
	if err := r.CreateGuest(ctx, email); err != nil {
		return err
	}
	if err := d.out.Mail(ctx, m); err != nil {
		return err
	}
	_, err := d.db.ExecContext(ctx, `INSERT INTO welcomed (email, text) VALUES ($1, 'hello')`, email)
	return err
}
