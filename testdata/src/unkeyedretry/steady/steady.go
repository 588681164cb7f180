// Package steady keeps trying.
package steady

import "time"

// Policy says how often.
type Policy struct{ Tries int }

// Run calls fn until it returns nil or the tries are used up.
func (p Policy) Run(fn func() error) (err error) {
	for n := p.Tries; n > 0; n-- {
		if err = fn(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}
