// Package desk reminds readers of what the store keeps.
package desk

import (
	"context"

	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"

	"nointent/store"
)

// Master reminds.
type Master struct {
	grid  *sendgrid.Client
	loans *store.Loans
}

// RemindAll asks what is due in another package, and a helper sends and writes.
func (m *Master) RemindAll(ctx context.Context, l *mail.SGMailV3) error {
	due, err := m.loans.Due(ctx)
	if err != nil {
		return err
	}
	for _, id := range due {
		if err := m.remind(ctx, id, l); err != nil {
			return err
		}
	}
	return nil
}

func (m *Master) remind(ctx context.Context, id string, l *mail.SGMailV3) error {
	if _, err := m.grid.SendWithContext(ctx, l); err != nil { // want `warning/proved: .* is called before anything is written down`
		return err
	}
	return m.loans.Reminded(ctx, id)
}

// BeginAll takes each reminder before.
func (m *Master) BeginAll(ctx context.Context, l *mail.SGMailV3) error {
	due, err := m.loans.Due(ctx)
	if err != nil {
		return err
	}
	for _, id := range due {
		if err := m.loans.Begin(ctx, id); err != nil {
			return err
		}
		if err := m.tell(ctx, id, l); err != nil {
			return err
		}
	}
	return nil
}

func (m *Master) tell(ctx context.Context, id string, l *mail.SGMailV3) error {
	if _, err := m.grid.SendWithContext(ctx, l); err != nil {
		return err
	}
	return m.loans.Reminded(ctx, id)
}
