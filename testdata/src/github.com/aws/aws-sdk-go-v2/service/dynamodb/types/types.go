// Package types is a stub.
package types

type AttributeValue interface{ isAttributeValue() }

type AttributeValueMemberS struct{ Value string }

func (*AttributeValueMemberS) isAttributeValue() {}

type ConditionalCheckFailedException struct{}

func (*ConditionalCheckFailedException) Error() string { return "" }

type TransactionCanceledException struct{}

func (*TransactionCanceledException) Error() string { return "" }

type Put struct {
	TableName           *string
	Item                map[string]AttributeValue
	ConditionExpression *string
}

type Update struct {
	TableName        *string
	Key              map[string]AttributeValue
	UpdateExpression *string
}

type TransactWriteItem struct {
	Put    *Put
	Update *Update
}
