// Package tracker is a client of which only names are in view.
package tracker

import "context"

type Comment struct{ Body string }

type Issues interface {
	AddComment(ctx context.Context, issue string, c *Comment) (string, error)
	ListComments(ctx context.Context, issue string) ([]Comment, error)
	CreateBranch(ctx context.Context, name string) error
}

type Client struct{ Issues Issues }

type EventsInsertCall struct{}

func (c *Client) Insert(calendar, title string) *EventsInsertCall { return nil }

func (c *EventsInsertCall) Do() (string, error) { return "", nil }
