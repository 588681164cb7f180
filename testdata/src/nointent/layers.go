package nointent

import (
	"context"

	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"

	"nointent/store"
)

type thanks struct {
	till *store.Till
	mail *sendgrid.Client
}

// Thank writes when what was recorded has been committed: the callee began its own transaction and has ended it.
func (t *thanks) Thank(ctx context.Context, p *store.Payment, m *mail.SGMailV3) error {
	if err := t.till.Record(p); err != nil {
		return err
	}
	_, err := t.mail.SendWithContext(ctx, m)
	return err
}
