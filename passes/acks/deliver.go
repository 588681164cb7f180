package acks

import (
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/words"
)

const (
	unseen = claims.Unseen
	within = claims.Within
)

// delivered: the name of a key speaks of what is delivered: an event, a message.
func delivered(name string) bool {
	for _, w := range words.Split(name) {
		switch w {
		case "event", "events", "message", "messages", "msg", "webhook", "webhooks", "delivery", "notification", "envelope":
			return true
		}
	}
	return false
}
