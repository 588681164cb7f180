package takeover

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Docs keeps jobs as documents.
type Docs struct {
	jobs *mongo.Collection
}

type job struct {
	Account string `bson:"account"`
}

// Next takes a job that waits, or one whose worker seems to be dead.
func (d *Docs) Next(ctx context.Context) error {
	var j job
	err := d.jobs.FindOneAndUpdate(ctx, bson.M{"$or": bson.A{
		bson.M{"status": "queued"},
		bson.M{"status": "running", "touched": bson.M{"$lt": time.Now().Add(-time.Minute)}},
	}}, bson.M{"$set": bson.M{"status": "running", "touched": time.Now()}}).Decode(&j)
	if err != nil {
		return err
	}
	return pay(j.Account) // want `error/proved: transfer.New runs again for work in progress because it looks old`
}

// NextQueued takes one that waits.
func (d *Docs) NextQueued(ctx context.Context) error {
	var j job
	err := d.jobs.FindOneAndUpdate(ctx, bson.M{"status": "queued", "due": bson.M{"$lt": time.Now()}},
		bson.M{"$set": bson.M{"status": "running"}}).Decode(&j)
	if err != nil {
		return err
	}
	return pay(j.Account)
}
