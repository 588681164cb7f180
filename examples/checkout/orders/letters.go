package orders

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
)

// Letters sends confirmations through a mail service.
type Letters struct {
	URL    string
	Client *http.Client
}

// Send sends the confirmation of one order.
func (l Letters) Send(ctx context.Context, orderID string) error {
	body := bytes.NewBufferString(fmt.Sprintf(`{"template": "confirmation", "order": %q}`, orderID))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, l.URL+"/letters", body)
	if err != nil {
		return err
	}
	resp, err := l.Client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("mail service: %s", resp.Status)
	}
	return nil
}
