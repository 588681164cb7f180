package mongo

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type Database struct{}

func (db *Database) Collection(name string) *Collection { return nil }

func (c *Collection) Indexes() IndexView { return IndexView{} }

type IndexView struct{}

type IndexModel struct {
	Keys    any
	Options *options.IndexOptionsBuilder
}

func (v IndexView) CreateOne(ctx context.Context, model IndexModel, opts ...any) (string, error) {
	return "", nil
}

func (v IndexView) CreateMany(ctx context.Context, models []IndexModel, opts ...any) ([]string, error) {
	return nil, nil
}
