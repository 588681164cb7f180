// Package further is two packages away. // want package:"origin facts"
package further

import (
	"time"

	"github.com/google/uuid"
)

func ID() string { // want ID:`result 0: a random value uuid.NewString`
	return uuid.NewString()
}

func Stamp(id string) string { // want Stamp:`result 0: the clock time.Now`
	return id + time.Now().String()
}

// Nothing to say: no fact.
func Stable(id string) string { return "v1:" + id }
