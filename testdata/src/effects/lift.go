package effects

import (
	"effects/far"

	"github.com/cenkalti/backoff/v5"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"
)

func pay(acct string) error { // want pay:`transfer.New unkeyed`
	_, err := transfer.New(&stripe.TransferParams{Destination: stripe.String(acct)}) // want `^external payment transfer.New unkeyed mints$`
	return err
}

func deeper(acct string) error { // want deeper:`transfer.New unkeyed`
	return pay(acct) // want `^external payment transfer.New unkeyed mints > performs transfer.New$`
}

func deepest(acct string) error { // want deepest:`transfer.New unkeyed`
	return deeper(acct) // want `^external payment transfer.New unkeyed mints > calls on > performs transfer.New$`
}

// What a caller brings decides.
func open(p *stripe.RefundParams) error { // want open:`refund.New open`
	_, err := refund.New(p) // want `^external payment refund.New open mints$`
	return err
}

func brings(id string) { // want brings:`refund.New keyed; refund.New unkeyed`
	p := &stripe.RefundParams{}
	p.SetIdempotencyKey(id)
	open(p)                      // want `^external payment refund.New keyed by Params.SetIdempotencyKey mints > performs`
	open(&stripe.RefundParams{}) // want `^external payment refund.New unkeyed mints > performs`
}

// A text, a context and a body are no places for a key.
func plain(acct string, body []byte) error { // want plain:`transfer.New unkeyed`
	_, err := transfer.New(&stripe.TransferParams{Destination: stripe.String(acct + string(body))}) // want `^external payment transfer.New unkeyed mints$`
	return err
}

// A text that becomes the key is its parameter's.
func keyed(ref string) error { // want keyed:`refund.New keyed`
	p := &stripe.RefundParams{}
	p.SetIdempotencyKey(ref)
	_, err := refund.New(p) // want `^external payment refund.New keyed by Params.SetIdempotencyKey mints$`
	return err
}

func imported(id string) { // want imported:`.*`
	far.Unkeyed(id)                     // want `^external payment transfer.New unkeyed mints > performs transfer.New$`
	far.Keyed(id)                       // want `^external payment refund.New keyed by .* mints > performs refund.New$`
	far.Open(&stripe.RefundParams{})    // want `^external payment refund.New unkeyed mints`
	far.Retried(&stripe.RefundParams{}) // want `^external payment refund.New unkeyed mints retried by the retry loop again`
	p := &stripe.RefundParams{}
	p.SetIdempotencyKey(id)
	far.Retried(p) // want `^external payment refund.New keyed by .* again`
}

// Functions handed over are taken to be called.
func handed(acct string) { // want handed:`.*`
	f := func() error { return pay(acct) }   // want `^external payment transfer.New unkeyed mints > performs transfer.New$`
	f()                                      // want `^external payment transfer.New unkeyed mints > calls on > performs transfer.New$`
	backoff.Retry(nil, func() (int, error) { // want `^external payment transfer.New unkeyed mints again > calls on > performs transfer.New$`
		return 0, pay(acct) // want `^external payment transfer.New unkeyed mints > performs transfer.New$`
	})
	go pay(acct)    // want `^external payment transfer.New`
	defer pay(acct) // want `^external payment transfer.New`
}

type payer interface{ Pay(acct string) error }

var _ payer = far.Clerk{}

// Behind an interface, its implementations speak; where they do not agree it is likely only.
func implemented(p payer) { // want implemented:`transfer.New unkeyed`
	p.Pay("a") // want `^external payment transfer.New unkeyed mints > `
}

type doer interface{ do(acct string) error }

type real struct{}

func (real) do(acct string) error { // want do:`transfer.New unkeyed`
	return pay(acct) // want `external payment transfer.New`
}

type dry struct{}

func (dry) do(acct string) error { return nil }

func disagreeing(d doer) { // want disagreeing:`transfer.New unkeyed`
	d.do("a") // want `^external payment transfer.New unkeyed mints likely > `
}

// Functions that call each other.
func ping(n int, acct string) error { // want ping:`transfer.New unkeyed`
	if n == 0 {
		return pay(acct) // want `^external payment transfer.New`
	}
	return pong(n-1, acct) // want `^external payment transfer.New`
}

func pong(n int, acct string) error { // want pong:`transfer.New unkeyed`
	return ping(n-1, acct) // want `^external payment transfer.New`
}
