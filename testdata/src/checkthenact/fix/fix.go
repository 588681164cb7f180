package fix

import (
	"context"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

type desk struct {
	seen sync.Map
	rdb  *redis.Client
}

func charge() error {
	_, err := paymentintent.New(&stripe.PaymentIntentParams{})
	return err
}

func (d *desk) load(id string) error {
	if _, ok := d.seen.Load(id); ok {
		return nil
	}
	d.seen.Store(id, struct{}{}) // want "a map of this process"
	return charge()
}

func (d *desk) exists(ctx context.Context, id string) error {
	n, err := d.rdb.Exists(ctx, "seen:"+id).Result()
	if err != nil {
		return err
	}
	if n > 0 {
		return nil
	}
	if err := d.rdb.Set(ctx, "seen:"+id, "1", 24*time.Hour).Err(); err != nil { // want "set without asking"
		return err
	}
	return charge()
}

// The effect lies in between: no edit is offered.
func (d *desk) between(ctx context.Context, id string) error {
	n, err := d.rdb.Exists(ctx, "sent:"+id).Result()
	if err != nil {
		return err
	}
	if n > 0 {
		return nil
	}
	if err := charge(); err != nil { // want "nothing claims the key before it"
		return err
	}
	return d.rdb.Set(ctx, "sent:"+id, "1", 24*time.Hour).Err()
}
