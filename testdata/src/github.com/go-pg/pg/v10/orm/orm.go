// Package orm is a stub.
package orm

type Query struct{}

type CreateTableOptions struct{ IfNotExists bool }

func (q *Query) Model(model ...any) *Query { return q }

func (q *Query) CreateTable(opt *CreateTableOptions) error { return nil }
