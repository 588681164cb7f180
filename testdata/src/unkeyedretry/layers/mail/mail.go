// Package mail sends letters. Those who call it do so through interfaces of their own.
package mail

import (
	"context"
	"net/http"
	"strings"
)

type Office struct {
	http *http.Client
	url  string
}

func (o *Office) Frank(ctx context.Context, letter string) error {
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
