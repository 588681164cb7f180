// Package pgconn is a stub.
package pgconn

type CommandTag struct{}

type PgError struct{ Code string }

func (e *PgError) Error() string { return "" }
