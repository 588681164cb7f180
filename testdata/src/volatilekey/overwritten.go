package volatilekey

import (
	"example.com/pumps"
	"github.com/avast/retry-go/v4"
	"github.com/google/uuid"
)

// The first key is overwritten before anybody sends it; what is wrong with the second is attemptkey's.
func mintedTwice(c *pumps.Client) error {
	token := uuid.NewString()
	request := &pumps.CreatePumpRequest{ClientToken: &token}
	return retry.Do(func() error {
		token := uuid.NewString()
		request.ClientToken = &token
		_, err := c.CreatePump(request)
		return err
	})
}
