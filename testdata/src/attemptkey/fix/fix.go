package fix

import (
	"context"
	"fmt"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
)

func charge(key string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(key)
	_, err := paymentintent.New(params)
	return err
}

// A name of its own moves with the key.
func loop() (err error) {
	for attempt := 0; attempt < 3; attempt++ {
		key := uuid.NewString() // want "made anew"
		if err = charge(key); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A key without a name gets one.
func inline() error {
	return retry.Do(func() error {
		params := &stripe.RefundParams{}
		params.SetIdempotencyKey("refund-" + uuid.New().String()) // want "made anew"
		_, err := refund.New(params)
		return err
	})
}

// In the header of an if the statement around it is what the key goes in front of; the second key of a function has another name.
func two() error {
	if err := retry.Do(func() error {
		return charge(uuid.NewString()) // want "made anew"
	}); err != nil {
		return fmt.Errorf("charge: %w", err)
	}
	return retry.Do(func() error {
		return charge(fmt.Sprintf("refund-%s", uuid.NewString())) // want "made anew"
	})
}

// Each order has its own key: it moves out of the attempts, not out of the loop over orders.
func orders(ids []string) error {
	for range ids {
		var err error
		for range 3 {
			key := "v1:" + uuid.NewString() // want "made anew"
			if err = charge(key); err == nil {
				break
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// No edit is safe here: the name is taken, the attempts change what the key is made of, the intent is named beside the random value,
// not every attempt makes a key, or there are attempts around the attempts.
func left(ctx context.Context, id string) (err error) {
	key := "outer"
	for range 3 {
		key := uuid.NewString() // want "made anew"
		if err = charge(key); err == nil {
			break
		}
	}
	for attempt := range 3 {
		part := fmt.Sprint(attempt)
		if err = charge(part + uuid.NewString()); err == nil { // want "made anew"
			break
		}
	}
	for range 3 {
		key := id + uuid.NewString() // want "made anew"
		if err = charge(key); err == nil {
			break
		}
	}
	retry.Do(func() error {
		for range 3 {
			idempotencyKey := uuid.NewString() // want "made anew"
			if err = charge(idempotencyKey); err == nil {
				break
			}
		}
		return err
	})
	for range 3 {
		if ctx.Err() == nil {
			key = uuid.NewString() // want "made anew"
		}
		if err = charge(key); err == nil {
			break
		}
	}
	return err
}
