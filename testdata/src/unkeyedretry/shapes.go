package unkeyedretry

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/segmentio/kafka-go"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/transfer"
	"github.com/twilio/twilio-go"
	openapi "github.com/twilio/twilio-go/rest/api/v2010"
)

// More shapes of attempts, the bad ones with a want, the good ones beside them.

func retryer(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

type svc struct {
	c *twilio.RestClient
}

func (s *svc) notify(to string) error {
	_, err := s.c.Api.CreateMessage(&openapi.CreateMessageParams{})
	return err
}

func (s *svc) methodValue(to string) error {
	f := s.notifyNow
	return retryer(f)
}

func (s *svc) notifyNow() error { return s.notify("x") } // want `error/proved: ApiService.CreateMessage is run again by unkeyedretry.retryer`

// In a goroutine.
func (s *svc) goroutine() {
	go func() {
		for {
			if err := s.notify("x"); err == nil { // want `error/proved: ApiService.CreateMessage is run again by the retry loop`
				return
			}
			time.Sleep(time.Second)
		}
	}()
}

// A worker goes on to the next message.
func (s *svc) consumerLoop(ctx context.Context, r *kafka.Reader) {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			continue
		}
		if err := s.notify(string(m.Value)); err != nil {
			continue
		}
		r.CommitMessages(ctx, m)
	}
}

// Nobody looks whether it failed: three texts are meant.
func (s *svc) ignoreErr() {
	for range 3 {
		s.notify("x")
	}
}

// Two effects in one closure are two faults.
func twoEffects() error {
	_, err := backoff.Retry(context.Background(), func() (int, error) {
		if _, err := paymentintent.New(&stripe.PaymentIntentParams{}); err != nil { // want `error/proved: paymentintent.New is run again by backoff.Retry`
			return 0, err
		}
		_, err := transfer.New(&stripe.TransferParams{}) // want `error/proved: transfer.New is run again by backoff.Retry`
		return 0, err
	})
	return err
}

var errTemp = errors.New("temporary")

// A failure called temporary proves nothing.
func onlyTemporary(s *svc) error {
	for {
		err := s.notify("x") // want `error/proved: ApiService.CreateMessage is run again by the retry loop`
		if !errors.Is(err, errTemp) {
			return err
		}
	}
}

// A second call without a loop is unknownasfailed's.
func fallback(a, b *svc) error {
	if err := a.notify("x"); err != nil {
		return b.notify("x")
	}
	return nil
}

// A flag ends the loop.
func flagged(s *svc) {
	for done := false; !done; {
		if err := s.notify("x"); err != nil { // want `error/proved: ApiService.CreateMessage is run again by the retry loop`
			fmt.Println(err)
		} else {
			done = true
		}
	}
}

// The error is the condition.
func errVar(s *svc) error {
	err := errors.New("start")
	for i := 0; err != nil && i < 3; i++ {
		err = s.notify("x") // want `error/proved: ApiService.CreateMessage is run again by the retry loop`
	}
	return err
}

// In a literal that is called at once: reported where the loop reaches it, once.
func inline(s *svc) (err error) {
	for range 3 {
		err = func() error {
			fmt.Println("trying")
			return s.notify("x")
		}() // want `error/proved: ApiService.CreateMessage is run again by the retry loop`
		if err == nil {
			return nil
		}
	}
	return err
}
