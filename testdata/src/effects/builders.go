package effects

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/redis/go-redis/v9"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type note struct{ Text string }

// Mappers and builders have no text; a clause says what happens to a row that is there.
func builders(ctx context.Context, db *gorm.DB, b *bun.DB) { // want builders:`.*`
	db.Create(&note{})                                             // want `^accumulate sql INSERT through DB.Create unkeyed$`
	db.Clauses(clause.OnConflict{DoNothing: true}).Create(&note{}) // want `^set sql INSERT through DB.Create unkeyed$`
	db.Save(&note{})                                               // want `^set sql `
	b.NewInsert().Model(&note{}).Exec(ctx)                         // want `^accumulate sql INSERT through InsertQuery.Exec unkeyed$`
	// Wrong: it adds nothing the second time. The clause is not seen.
	b.NewInsert().Model(&note{}).On("CONFLICT (id) DO NOTHING").Exec(ctx) // want `^accumulate sql INSERT through InsertQuery.Exec unkeyed$`
	b.NewSelect().Model(&note{}).Scan(ctx)
}

// A write under the condition that nothing is there is a claim on what it writes.
func conditional(ctx context.Context, c *dynamodb.Client, id string) { // want conditional:`.*`
	c.PutItem(ctx, &dynamodb.PutItemInput{ // want `^set claim the claim by item attribute pk keyed by item attribute pk$`
		Item:                map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: id}},
		ConditionExpression: aws.String("attribute_not_exists(pk)"),
	})
	c.PutItem(ctx, &dynamodb.PutItemInput{ // want `^set kv `
		Item: map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: id}},
	})
}

// A key or a function that speaks of a lock or a rate is no claim.
func locked(ctx context.Context, rdb *redis.Client, id string) bool {
	won, _ := rdb.SetNX(ctx, "lock:"+id, 1, 0).Result() // want `^set kv`
	return won
}

func acquireLock(ctx context.Context, rdb *redis.Client, id string) bool {
	won, _ := rdb.SetNX(ctx, "x:"+id, 1, 0).Result() // want `^set kv`
	return won
}

func throttled(ctx context.Context, rdb *redis.Client, id string) bool {
	won, _ := rdb.SetNX(ctx, "throttle:"+id, 1, 0).Result() // want `^set kv`
	return won
}

// Given back in a literal.
func released(ctx context.Context, rdb *redis.Client, id string) {
	won, _ := rdb.SetNX(ctx, "x:"+id, 1, 0).Result() // want `^set kv`
	defer func() {                                   // want `^set kv`
		if won {
			rdb.Del(ctx, "x:"+id) // want `^set kv`
		}
	}()
}

// What is deleted is something else.
func others(ctx context.Context, rdb *redis.Client, id string) bool { // want others:`the claim by cmdable.SetNX key keyed`
	won, _ := rdb.SetNX(ctx, "x:"+id, 1, 0).Result() // want `^set claim`
	rdb.Del(ctx, "cache:"+id)                        // want `^set kv`
	return won
}
