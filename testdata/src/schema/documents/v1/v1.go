// Package v1 has the first version of the driver, whose options may be a struct.
package v1

import (
	"context"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
)

func indexes(ctx context.Context, db *mongo.Database) {
	yes := true
	events := db.Collection("events")
	_, _ = events.Indexes().CreateMany(ctx, []mongo.IndexModel{ // want "events: \\*\\(_id\\) \\(a\\) \\(b\\)$"
		{Keys: bson.D{{"a", 1}}, Options: &options.IndexOptions{Unique: &yes}},
		{Keys: bson.D{{"b", 1}}, Options: options.Index().SetUnique(true)},
	})
}
