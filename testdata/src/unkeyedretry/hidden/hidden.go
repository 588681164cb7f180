// Package hidden calls what a constructor hides behind an interface.
package hidden

import (
	"context"

	"unkeyedretry/hidden/post"
)

type Desk struct{ office post.Office }

func (d *Desk) Post(ctx context.Context, letter string) (err error) {
	for range 3 {
		if err = d.office.Frank(ctx, letter); err == nil { // want `warning/proved: HTTP POST is run again by the retry loop without an idempotency key`
			return nil
		}
	}
	return err
}
