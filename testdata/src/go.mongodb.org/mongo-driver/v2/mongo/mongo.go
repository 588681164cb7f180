// Package mongo is a stub.
package mongo

import (
	"context"
	"errors"

	"go.mongodb.org/mongo-driver/v2/mongo/options"
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

type UpdateResult struct {
	MatchedCount  int64
	ModifiedCount int64
	UpsertedCount int64
	UpsertedID    any
}

func (c *Collection) UpdateOne(ctx context.Context, filter, update any, opts ...options.Lister) (*UpdateResult, error) {
	return nil, nil
}

func (c *Collection) FindOneAndUpdate(ctx context.Context, filter, update any, opts ...options.Lister) *SingleResult {
	return nil
}

func (c *Collection) UpdateByID(ctx context.Context, id, update any, opts ...options.Lister) (*UpdateResult, error) {
	return nil, nil
}
