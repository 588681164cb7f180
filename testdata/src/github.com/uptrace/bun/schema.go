package bun

import (
	"context"
	"database/sql"
)

func (db *DB) NewCreateTable() *CreateTableQuery { return nil }

func (db *DB) NewCreateIndex() *CreateIndexQuery { return nil }

type CreateTableQuery struct{}

func (q *CreateTableQuery) Model(model any) *CreateTableQuery { return q }

func (q *CreateTableQuery) IfNotExists() *CreateTableQuery { return q }

func (q *CreateTableQuery) Exec(ctx context.Context, dest ...any) (sql.Result, error) {
	return nil, nil
}

type CreateIndexQuery struct{}

func (q *CreateIndexQuery) Model(model any) *CreateIndexQuery { return q }

func (q *CreateIndexQuery) Table(tables ...string) *CreateIndexQuery { return q }

func (q *CreateIndexQuery) Unique() *CreateIndexQuery { return q }

func (q *CreateIndexQuery) Index(query string, args ...any) *CreateIndexQuery { return q }

func (q *CreateIndexQuery) Column(columns ...string) *CreateIndexQuery { return q }

func (q *CreateIndexQuery) ColumnExpr(query string, args ...any) *CreateIndexQuery { return q }

func (q *CreateIndexQuery) Where(query string, args ...any) *CreateIndexQuery { return q }

func (q *CreateIndexQuery) Exec(ctx context.Context, dest ...any) (sql.Result, error) {
	return nil, nil
}
