// Package openapi is a stub.
package openapi

type ApiService struct{}

type CreateMessageParams struct {
	To   *string
	Body *string
}

func (params *CreateMessageParams) SetTo(to string) *CreateMessageParams { return params }

func (params *CreateMessageParams) SetBody(body string) *CreateMessageParams { return params }

type ApiV2010Message struct{}

func (c *ApiService) CreateMessage(params *CreateMessageParams) (*ApiV2010Message, error) {
	return nil, nil
}
