// Package pgconn is a stub.
package pgconn

type CommandTag struct{}

func (ct CommandTag) RowsAffected() int64 { return 0 }

type PgError struct{ Code string }

func (e *PgError) Error() string { return "" }
