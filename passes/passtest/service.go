package passtest

import "testing"

// Service makes a package of the shape of a real one, with 3n functions: handlers that build requests through helpers, keys
// made of ids, retries.
func Service(tb testing.TB, n int) *Package {
	tb.Helper()
	return Source(tb, service+each(n, handler), libraries)
}

const service = `package p
import ("github.com/google/uuid"; "strings")
type order struct { ID, Customer string; Lines []line }
type line struct { SKU string; N int }
type req struct { IdempotencyKey string; Amount int; Meta map[string]string }
type client struct { base string; newID func() string }
func (c *client) send(r *req) error
func key(parts ...string) string { return strings.Join(parts, ":") }
func newClient() *client { return &client{newID: uuid.NewString} }
`

const handler = `
func (c *client) build#(o *order) *req {
	r := &req{Amount: #, Meta: map[string]string{"order": o.ID}}
	for _, l := range o.Lines { r.Meta[l.SKU] = o.Customer }
	r.IdempotencyKey = key("charge", "v1", o.ID)
	return r
}
func (c *client) handle#(o *order) error {
	r := c.build#(o)
	if o.Customer == "" { r.IdempotencyKey = c.newID() }
	var err error
	for range 3 {
		if err = c.send(r); err == nil { return nil }
	}
	return err
}
func (c *client) both#(os []*order) error {
	for _, o := range os {
		if err := c.handle#(o); err != nil { return err }
	}
	return nil
}
`
