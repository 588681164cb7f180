// Package mail is a stub.
package mail

type Email struct{ Address string }

type SGMailV3 struct{ Subject string }

func NewEmail(name, address string) *Email { return nil }

func NewSingleEmail(from *Email, subject string, to *Email, plain, html string) *SGMailV3 {
	return nil
}
