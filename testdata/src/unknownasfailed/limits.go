package unknownasfailed

import "context"

// Bus tells others.
type Bus interface {
	Publish(ctx context.Context, topic string, payload []byte) error
}

// Told is written down by whoever hears of it.
func (s *Shop) Told(ctx context.Context, b Bus, id string) error {
	if err := charge(id); err != nil {
		return b.Publish(ctx, "payment.failed", []byte(id))
	}
	return nil
}
