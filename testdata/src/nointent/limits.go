package nointent

import (
	"context"

	"github.com/sendgrid/sendgrid-go/helpers/mail"
)

// Unrecorded: nothing says that the reminder matters.
func (c *Courier) Unrecorded(ctx context.Context, ms []*mail.SGMailV3) error {
	for _, m := range ms {
		if _, err := c.mail.SendWithContext(ctx, m); err != nil {
			return err
		}
	}
	return nil
}
