// Package pumps is a client whose requests are all sent alike: what one does is in its name only.
package pumps

import (
	"bytes"
	"encoding/json"
	"net/http"
)

type Client struct {
	url, method string
	retries     int // none unless somebody asks for them
	http        *http.Client
}

type request interface{ action() string }

type CreatePumpRequest struct {
	ClientToken *string
	Size        int
}

type CreatePumpResponse struct{ PumpID *string }

type DescribePumpsRequest struct{ Ids []string }

type DescribePumpsResponse struct{ Sizes []int }

type DeletePumpRequest struct {
	ClientToken *string
	ID          *string
}

type DeletePumpResponse struct{}

func (*CreatePumpRequest) action() string    { return "CreatePump" }
func (*DescribePumpsRequest) action() string { return "DescribePumps" }
func (*DeletePumpRequest) action() string    { return "DeletePump" }

func NewCreatePumpRequest() *CreatePumpRequest { return &CreatePumpRequest{Size: 1} }

func (c *Client) send(r request, into any) error {
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	req, err := http.NewRequest(c.method, c.url+"?Action="+r.action(), bytes.NewReader(body))
	if err != nil {
		return err
	}
	for i := 0; i <= c.retries; i++ {
		var resp *http.Response
		if resp, err = c.http.Do(req); err == nil {
			defer resp.Body.Close()
			return json.NewDecoder(resp.Body).Decode(into)
		}
	}
	return err
}

func (c *Client) CreatePump(r *CreatePumpRequest) (*CreatePumpResponse, error) {
	out := new(CreatePumpResponse)
	err := c.send(r, out)
	return out, err
}

func (c *Client) DescribePumps(r *DescribePumpsRequest) (*DescribePumpsResponse, error) {
	out := new(DescribePumpsResponse)
	err := c.send(r, out)
	return out, err
}

func (c *Client) DeletePump(r *DeletePumpRequest) (*DeletePumpResponse, error) {
	out := new(DeletePumpResponse)
	err := c.send(r, out)
	return out, err
}
