// Package post hides what sends behind an interface: importers do not see the type.
package post

import (
	"context"
	"net/http"
	"strings"
)

type Office interface {
	Frank(ctx context.Context, letter string) error
}

type office struct {
	http *http.Client
	url  string
}

func New(c *http.Client, url string) Office { return &office{http: c, url: url} }

func (o *office) Frank(ctx context.Context, letter string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.url+"/letters", strings.NewReader(letter))
	if err != nil {
		return err
	}
	resp, err := o.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
