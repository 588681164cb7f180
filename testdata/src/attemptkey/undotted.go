package attemptkey

import (
	"context"

	"github.com/cenkalti/backoff/v5"
	"github.com/google/uuid"
)

// nearby is an interface of a package whose path has no dot: such a path may be a module's as well as the standard library's.
type nearby interface {
	CreateVpnGateway(ctx context.Context, request map[string]any) (string, error)
}

func undotted(ctx context.Context, api nearby) (string, error) {
	return backoff.Retry(ctx, func() (string, error) {
		request := map[string]any{"ClientToken": uuid.NewString()} // want `error/proved: ClientToken entry is made anew by uuid.NewString`
		return api.CreateVpnGateway(ctx, request)
	})
}
