package ignoredclaim

import (
	"context"

	"example.com/mail"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type letters struct {
	sent *mongo.Collection
	mail mail.Gateway
}

// once writes the document only where none is, and mails whether it was there or not.
func (l *letters) once(ctx context.Context, ticket string) error {
	_, err := l.sent.UpdateOne(ctx, bson.M{"_id": ticket}, bson.M{"$setOnInsert": bson.M{"state": "sent"}}, options.UpdateOne().SetUpsert(true)) // want `warning/likely: the claim does not decide whether Gateway.SendMail runs`
	if err != nil {
		return err
	}
	return l.mail.SendMail(ctx, mail.Letter{To: ticket})
}

// latest keeps the last text of a ticket: it writes whatever was there, and is no claim.
func (l *letters) latest(ctx context.Context, ticket, text string) error {
	_, err := l.sent.UpdateOne(ctx, bson.M{"_id": ticket}, bson.M{"$set": bson.M{"text": text}}, options.UpdateOne().SetUpsert(true))
	if err != nil {
		return err
	}
	return l.mail.SendMail(ctx, mail.Letter{To: ticket, Text: text})
}
