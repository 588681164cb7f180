// Package bank is an interface of a provider that takes its key as text. Nothing in sight implements it.
package bank

import "context"

type Transfer struct {
	To             string
	Cents          int64
	IdempotencyKey string
}

type Client interface {
	SendTransfer(ctx context.Context, t *Transfer) error
}
