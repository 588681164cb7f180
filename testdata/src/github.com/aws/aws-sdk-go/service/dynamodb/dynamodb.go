// Package dynamodb is a stub.
package dynamodb

const ErrCodeConditionalCheckFailedException = "ConditionalCheckFailedException"

type AttributeValue struct{ S *string }

type DynamoDB struct{}

type PutItemInput struct {
	TableName           *string
	Item                map[string]*AttributeValue
	ConditionExpression *string
}

type PutItemOutput struct{}

func (c *DynamoDB) PutItem(input *PutItemInput) (*PutItemOutput, error) { return nil, nil }
