package stripe

type Params struct{ IdempotencyKey *string }

func (p *Params) SetIdempotencyKey(key string) { p.IdempotencyKey = &key }

type PaymentIntentParams struct{ Params }

type PaymentIntent struct{ ID string }
