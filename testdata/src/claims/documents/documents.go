// Package documents claims by documents and objects that must not be there yet. work() is what somebody must do once.
package documents

import (
	"context"
	"errors"

	"cloud.google.com/go/firestore"
	"cloud.google.com/go/storage"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go/aws/awserr"
	old "github.com/aws/aws-sdk-go/service/dynamodb"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func work() {}

type item struct {
	Key   string
	State string
}

func put(ctx context.Context, c *dynamodb.Client, key string) error {
	av, err := attributevalue.MarshalMap(item{Key: key, State: "new"})
	if err != nil {
		return err
	}
	_, err = c.PutItem(ctx, &dynamodb.PutItemInput{ // want `claim dynamodb key=p2 state==new`
		TableName:           aws.String("seen"),
		Item:                av,
		ConditionExpression: aws.String("attribute_not_exists(pk)"),
	})
	var failed *types.ConditionalCheckFailedException
	if errors.As(err, &failed) {
		work() // want `loser`
		return nil
	}
	if err != nil {
		return err
	}
	work() // want `winner`
	return nil
}

func putPlain(ctx context.Context, c *dynamodb.Client, key string) error {
	_, err := c.PutItem(ctx, &dynamodb.PutItemInput{ // want `record dynamodb pk=p2`
		TableName: aws.String("seen"),
		Item:      map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: key}},
	})
	return err
}

func update(ctx context.Context, c *dynamodb.Client, key string) error {
	_, err := c.UpdateItem(ctx, &dynamodb.UpdateItemInput{ // want `claim dynamodb pk=p2`
		TableName:           aws.String("jobs"),
		Key:                 map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: key}},
		UpdateExpression:    aws.String("SET #s = :running"),
		ConditionExpression: aws.String("#s = :pending"),
	})
	if err != nil {
		return err
	}
	work() // want `winner`
	return nil
}

func updatePlain(ctx context.Context, c *dynamodb.Client, key string) error {
	_, err := c.UpdateItem(ctx, &dynamodb.UpdateItemInput{ // no condition, no claim
		TableName: aws.String("jobs"),
		Key:       map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: key}},
	})
	return err
}

func transact(ctx context.Context, c *dynamodb.Client, key, id string) error {
	_, err := c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{ // want `claim dynamodb pk=p2`
		TransactItems: []types.TransactWriteItem{
			{Update: &types.Update{
				TableName: aws.String("balances"),
				Key:       map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: id}},
			}},
			{Put: &types.Put{
				TableName:           aws.String("seen"),
				Item:                map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: key}},
				ConditionExpression: aws.String("attribute_not_exists(pk)"),
			}},
		},
	})
	if canceled := new(types.TransactionCanceledException); errors.As(err, &canceled) {
		return nil
	}
	if err == nil {
		work() // want `winner`
	}
	return err
}

func putOld(c *old.DynamoDB, key string) error {
	_, err := c.PutItem(&old.PutItemInput{ // want `claim dynamodb pk=p1`
		TableName:           aws.String("seen"),
		Item:                map[string]*old.AttributeValue{"pk": {S: aws.String(key)}},
		ConditionExpression: aws.String("attribute_not_exists(pk)"),
	})
	if aerr, ok := err.(awserr.Error); ok && aerr.Code() == old.ErrCodeConditionalCheckFailedException {
		return nil
	}
	if err != nil {
		return err
	}
	work() // want `winner`
	return nil
}

func object(ctx context.Context, c *s3.Client, key string) error {
	_, err := c.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("b"), Key: aws.String(key), IfNoneMatch: aws.String("*")}) // want `claim object p2`
	if err != nil {
		return err
	}
	work() // want `winner`
	return nil
}

func objectPlain(ctx context.Context, c *s3.Client, key string) error {
	_, err := c.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("b"), Key: aws.String(key)}) // an upload
	return err
}

func blob(ctx context.Context, b *storage.BucketHandle, key string) error {
	w := b.Object("seen/" + key).If(storage.Conditions{DoesNotExist: true}).NewWriter(ctx)
	if _, err := w.Write([]byte("x")); err != nil {
		return err
	}
	if err := w.Close(); err != nil { // want `claim object =seen/\+p2`
		return err
	}
	work() // want `winner`
	return nil
}

func blobPlain(ctx context.Context, b *storage.BucketHandle, key string) error {
	return b.Object(key).NewWriter(ctx).Close() // an upload
}

func create(ctx context.Context, d *firestore.DocumentRef) error {
	_, err := d.Create(ctx, item{}) // want `claim firestore p1`
	if status.Code(err) == codes.AlreadyExists {
		work() // want `loser`
		return nil
	}
	if err != nil {
		return err
	}
	work() // want `winner`
	return nil
}

func getThenSet(ctx context.Context, d *firestore.DocumentRef) error {
	_, err := d.Get(ctx) // want `check firestore p1`
	if err == nil {
		return nil
	}
	if status.Code(err) != codes.NotFound {
		return err
	}
	_, err = d.Set(ctx, item{}) // want `record firestore p1` `pair`
	return err
}

func upsert(ctx context.Context, c *mongo.Collection, key string) error {
	res, err := c.UpdateOne(ctx, bson.M{"_id": key}, bson.M{"$setOnInsert": bson.M{"state": "new"}}, options.UpdateOne().SetUpsert(true)) // want `claim mongo _id=p2`
	if err != nil {
		return err
	}
	if res.MatchedCount > 0 {
		work() // want `loser`
		return nil
	}
	work() // want `winner`
	return nil
}

func upsertID(ctx context.Context, c *mongo.Collection, key string) {
	res, err := c.UpdateOne(ctx, bson.D{{Key: "_id", Value: key}}, bson.D{{Key: "$setOnInsert", Value: bson.D{{Key: "state", Value: "new"}}}}, options.UpdateOne().SetUpsert(true)) // want `claim mongo _id=p2`
	if err == nil && res.UpsertedID != nil {
		work() // want `winner`
	}
}

func upsertUnread(ctx context.Context, c *mongo.Collection, key string) {
	c.UpdateOne(ctx, bson.M{"_id": key}, bson.M{"$setOnInsert": bson.M{"state": "new"}}, options.UpdateOne().SetUpsert(true)) // want `record mongo _id=p2`
}

func before(ctx context.Context, c *mongo.Collection, key string) error {
	err := c.FindOneAndUpdate(ctx, bson.M{"_id": key}, bson.M{"$setOnInsert": bson.M{"state": "new"}}, options.FindOneAndUpdate().SetUpsert(true)).Err() // want `claim mongo _id=p2`
	if err == mongo.ErrNoDocuments {
		work() // want `winner`
		return nil
	}
	return err
}

func after(ctx context.Context, c *mongo.Collection, key string) error {
	var got item
	return c.FindOneAndUpdate(ctx, bson.M{"_id": key}, bson.M{"$setOnInsert": bson.M{"state": "new"}}, // the row, whoever wrote it
		options.FindOneAndUpdate().SetUpsert(true).SetReturnDocument(options.After)).Decode(&got)
}

func state(ctx context.Context, c *mongo.Collection, id string) error {
	res, err := c.UpdateOne(ctx, bson.M{"_id": id, "state": "pending"}, bson.M{"$set": bson.M{"state": "running"}}) // want `claim mongo _id=p2`
	if err != nil || res.ModifiedCount == 0 {
		return err
	}
	work() // want `winner`
	return nil
}

func set(ctx context.Context, c *mongo.Collection, id string) error {
	_, err := c.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$set": bson.M{"state": "running"}}) // want `update mongo _id=p2`
	return err
}
