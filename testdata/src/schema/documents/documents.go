// Package documents makes indexes of collections.
package documents

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

const events = "events"

type store struct{ keys *mongo.Collection }

func newStore(db *mongo.Database) *store { return &store{keys: db.Collection("keys")} }

func (s *store) indexes(ctx context.Context, db *mongo.Database) error {
	if _, err := db.Collection(events).Indexes().CreateOne(ctx, mongo.IndexModel{ // want "events: \\*\\(_id\\) u\\(tenant,eventid\\)$"
		Keys:    bson.D{{Key: "tenant", Value: 1}, {Key: "eventId", Value: 1}},
		Options: options.Index().SetName("u").SetUnique(true),
	}); err != nil {
		return err
	}
	models := []mongo.IndexModel{
		{Keys: bson.M{"key": 1}, Options: options.Index().SetUnique(true).SetSparse(true)},
		{Keys: bson.D{{"at", -1}}, Options: options.Index().SetUnique(false)},
		{Keys: bson.D{{"at", -1}}},
	}
	_, err := s.keys.Indexes().CreateMany(ctx, models) // want "keys: \\*\\(_id\\) \\(key\\)\\[key is there\\]$"
	return err
}

// An index that is made from what a caller gives may be over anything.
func more(ctx context.Context, db *mongo.Database, m mongo.IndexModel) {
	_, _ = db.Collection("given").Indexes().CreateOne(ctx, m) // want "given: \\*\\(_id\\) unread$"
}
