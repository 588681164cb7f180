// Package firestore is a stub.
package firestore

import "context"

type Client struct{}

func (c *Client) RunTransaction(ctx context.Context, f func(context.Context, *Transaction) error) error {
	return nil
}

type WriteResult struct{}

type DocumentSnapshot struct{}

type DocumentRef struct{}

func (d *DocumentRef) Create(ctx context.Context, data interface{}) (*WriteResult, error) {
	return nil, nil
}

func (d *DocumentRef) Get(ctx context.Context) (*DocumentSnapshot, error) { return nil, nil }

func (d *DocumentRef) Set(ctx context.Context, data interface{}) (*WriteResult, error) {
	return nil, nil
}

type Transaction struct{}

func (t *Transaction) Get(dr *DocumentRef) (*DocumentSnapshot, error) { return nil, nil }

func (t *Transaction) Set(dr *DocumentRef, data interface{}) error { return nil }
