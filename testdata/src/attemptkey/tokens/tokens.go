// Package tokens names requests.
package tokens

import (
	"crypto/rand"
	"encoding/hex"
)

// For returns a token for an action.
func For(action string) string {
	token := action + "-" + tail()
	if len(token) > 64 {
		token = token[:64]
	}
	return token
}

func tail() string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
