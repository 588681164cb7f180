// Package stripe is a stub.
package stripe

import "context"

type Params struct {
	Context        context.Context
	IdempotencyKey *string
	Metadata       map[string]string
}

func (p *Params) SetIdempotencyKey(val string) { p.IdempotencyKey = &val }

func (p *Params) AddMetadata(key, value string) { p.Metadata[key] = value }

type PaymentIntentParams struct {
	Params
	Amount   *int64
	Currency *string
	Customer *string
}

type PaymentIntentCaptureParams struct{ Params }

type PaymentIntentCancelParams struct{ Params }

type PaymentIntent struct{ ID string }

type RefundParams struct {
	Params
	Amount        *int64
	Charge        *string
	PaymentIntent *string
}

type Refund struct{ ID string }

type TransferParams struct {
	Params
	Amount      *int64
	Destination *string
}

type Transfer struct{ ID string }

func String(v string) *string { return &v }

func Int64(v int64) *int64 { return &v }

func NewIdempotencyKey() string { return "" }

type ErrorCode string

const ErrorCodeCardDeclined ErrorCode = "card_declined"

type Error struct{ Code ErrorCode }

func (e *Error) Error() string { return string(e.Code) }

type RefundListParams struct {
	Params
	Charge *string
}
