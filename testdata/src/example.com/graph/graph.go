// Package graph sends whatever it is asked to.
package graph

import (
	"context"
	"net/http"
)

type Client struct{ http *http.Client }

// Input is a mutation's.
type Input any

type (
	AddCommentInput    struct{ Body string }
	DeleteCommentInput struct{ ID string }
)

func (c *Client) Mutate(ctx context.Context, m any, input Input) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://graph.example.com/graphql/things", nil)
	if err != nil {
		return err
	}
	_, err = c.http.Do(req)
	return err
}
