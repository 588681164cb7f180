// Package web sets keys in headers.
package web

import (
	"context"
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	"google.golang.org/grpc/metadata"
)

func header(c *http.Client, orderID string) error {
	req, err := http.NewRequest("POST", "https://bank.example/orders", nil)
	if err != nil {
		return err
	}
	req.Header.Set("X-Request-Id", uuid.NewString())
	req.Header.Set("Idempotency-Key", orderID+time.Now().String()) // want `error/proved: the Idempotency-Key header depends on the clock`
	_, err = c.Do(req)
	return err
}

// The map of headers is filled in one function and copied in another.
func post(c *http.Client, headers map[string]string) error {
	req, err := http.NewRequest("POST", "https://bank.example/orders", nil)
	if err != nil {
		return err
	}
	for name, value := range headers {
		req.Header.Set(name, value)
	}
	_, err = c.Do(req)
	return err
}

func headerMap(c *http.Client, orderID string) error {
	return post(c, map[string]string{
		"X-Trace-Id":      uuid.NewString(),
		"Idempotency-Key": orderID + uuid.NewString(), // want `error/proved: Idempotency-Key entry depends on a random value`
	})
}

func fluent(c *resty.Client, orderID string) error {
	_, err := c.R().SetHeader("Idempotency-Key", orderID+uuid.NewString()).Post("/orders") // want `error/proved: the Idempotency-Key header depends on a random value`
	return err
}

func grpcHeader(ctx context.Context, orderID string) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "x-trace-id", uuid.NewString(), "idempotency-key", orderID+uuid.NewString()) // want `error/proved: the idempotency-key header depends on a random value`
}

// The key of the received request is passed on.
func passedOn(c *http.Client, r *http.Request) error {
	req, err := http.NewRequest("POST", "https://bank.example/orders", nil)
	if err != nil {
		return err
	}
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		key = uuid.NewString()
	}
	req.Header.Set("Idempotency-Key", key)
	_, err = c.Do(req)
	return err
}
