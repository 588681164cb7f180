// Package mongo is a stub of the first version.
package mongo

import (
	"context"

	"go.mongodb.org/mongo-driver/mongo/options"
)

type Database struct{}

func (db *Database) Collection(name string, opts ...any) *Collection { return nil }

type Collection struct{}

func (c *Collection) Indexes() IndexView { return IndexView{} }

type IndexView struct{}

type IndexModel struct {
	Keys    any
	Options *options.IndexOptions
}

func (v IndexView) CreateOne(ctx context.Context, model IndexModel, opts ...any) (string, error) {
	return "", nil
}

func (v IndexView) CreateMany(ctx context.Context, models []IndexModel, opts ...any) ([]string, error) {
	return nil, nil
}
