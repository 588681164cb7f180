// Package mongo is a stub.
package mongo

import (
	"context"
	"errors"
)

var ErrNoDocuments = errors.New("no documents")

func IsDuplicateKeyError(err error) bool { return false }

type Collection struct{}

type SingleResult struct{}

func (r *SingleResult) Err() error { return nil }

func (r *SingleResult) Decode(v any) error { return nil }

func (c *Collection) FindOne(ctx context.Context, filter any, opts ...any) *SingleResult { return nil }

func (c *Collection) CountDocuments(ctx context.Context, filter any, opts ...any) (int64, error) {
	return 0, nil
}

func (c *Collection) InsertOne(ctx context.Context, document any, opts ...any) (*int, error) {
	return nil, nil
}
