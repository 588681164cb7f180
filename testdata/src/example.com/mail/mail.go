// Package mail is an interface of a provider. Nothing in sight implements it.
package mail

import "context"

type Letter struct {
	To, Text string
}

// Keyed has a place for a key.
type Keyed struct {
	To, Text, Reference string
}

type Gateway interface {
	SendMail(ctx context.Context, l Letter) error
	SendKeyed(ctx context.Context, k Keyed) error
	GetMail(ctx context.Context, id string) (string, error)
	DeleteMail(ctx context.Context, id string) error
}

// LetterStore is a store: what it sends goes nowhere.
type LetterStore interface {
	SendMail(ctx context.Context, l Letter) error
}

// Repo keeps letters.
type Repo interface {
	Remember(ctx context.Context, key string) error
	Log(key string) error
}
