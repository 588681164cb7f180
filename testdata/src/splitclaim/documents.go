package splitclaim

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type answers struct{ coll *mongo.Collection }

// keep writes the answer into the document that claimed the key: it is the claim's own end.
func (a *answers) keep(ctx context.Context, idempotencyKey string, next func() []byte) error {
	_, err := a.coll.InsertOne(ctx, bson.M{"_id": idempotencyKey, "done": false})
	if mongo.IsDuplicateKeyError(err) {
		return nil
	}
	if err != nil {
		return err
	}
	body := next()
	_, err = a.coll.UpdateByID(ctx, idempotencyKey, bson.M{"$set": bson.M{"done": true, "body": body}})
	return err
}
