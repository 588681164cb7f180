// Package jetstream is a stub.
package jetstream

import (
	"context"
	"errors"
)

var ErrKeyExists = errors.New("key exists")

type KeyValue interface {
	Create(ctx context.Context, key string, value []byte) (uint64, error)
}
