// Package s3 is a stub.
package s3

import "context"

type Client struct{}

type PutObjectInput struct {
	Bucket      *string
	Key         *string
	IfNoneMatch *string
}

type PutObjectOutput struct{}

func (c *Client) PutObject(ctx context.Context, params *PutObjectInput, optFns ...func()) (*PutObjectOutput, error) {
	return nil, nil
}
