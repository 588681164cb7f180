// Package sqs is a stub.
package sqs

import "context"

type Client struct{}

type Options struct{}

type SendMessageInput struct {
	QueueUrl               *string
	MessageBody            *string
	MessageGroupId         *string
	MessageDeduplicationId *string
}

type SendMessageOutput struct{}

func (c *Client) SendMessage(ctx context.Context, params *SendMessageInput, optFns ...func(*Options)) (*SendMessageOutput, error) {
	return nil, nil
}
