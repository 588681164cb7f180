// Package dynamodb is a stub.
package dynamodb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type Client struct{}

type GetItemInput struct {
	TableName *string
	Key       map[string]types.AttributeValue
}

type GetItemOutput struct {
	Item map[string]types.AttributeValue
}

type PutItemInput struct {
	TableName           *string
	Item                map[string]types.AttributeValue
	ConditionExpression *string
}

type PutItemOutput struct{}

func (c *Client) GetItem(ctx context.Context, params *GetItemInput, optFns ...func()) (*GetItemOutput, error) {
	return nil, nil
}

func (c *Client) PutItem(ctx context.Context, params *PutItemInput, optFns ...func()) (*PutItemOutput, error) {
	return nil, nil
}

type UpdateItemInput struct {
	TableName           *string
	Key                 map[string]types.AttributeValue
	UpdateExpression    *string
	ConditionExpression *string
}

type UpdateItemOutput struct{}

func (c *Client) UpdateItem(ctx context.Context, params *UpdateItemInput, optFns ...func()) (*UpdateItemOutput, error) {
	return nil, nil
}

type TransactWriteItemsInput struct {
	TransactItems []types.TransactWriteItem
}

type TransactWriteItemsOutput struct{}

func (c *Client) TransactWriteItems(ctx context.Context, params *TransactWriteItemsInput, optFns ...func()) (*TransactWriteItemsOutput, error) {
	return nil, nil
}
