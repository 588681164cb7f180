// Package bun is a stub.
package bun

import (
	"context"
	"database/sql"
)

type BaseModel struct{}

type DB struct{}

func (db *DB) NewSelect() *SelectQuery { return nil }

func (db *DB) NewInsert() *InsertQuery { return nil }

type SelectQuery struct{}

func (q *SelectQuery) Model(model any) *SelectQuery { return q }

func (q *SelectQuery) Where(query string, args ...any) *SelectQuery { return q }

func (q *SelectQuery) Exists(ctx context.Context) (bool, error) { return false, nil }

func (q *SelectQuery) Scan(ctx context.Context, dest ...any) error { return nil }

type InsertQuery struct{}

func (q *InsertQuery) Model(model any) *InsertQuery { return q }

func (q *InsertQuery) On(s string, args ...any) *InsertQuery { return q }

func (q *InsertQuery) Exec(ctx context.Context, dest ...any) (sql.Result, error) { return nil, nil }

func (db *DB) NewUpdate() *UpdateQuery { return nil }

func (q *InsertQuery) Ignore() *InsertQuery { return q }

func (q *InsertQuery) Returning(query string, args ...any) *InsertQuery { return q }

func (q *InsertQuery) Scan(ctx context.Context, dest ...any) error { return nil }

func (q *SelectQuery) Count(ctx context.Context) (int, error) { return 0, nil }

type UpdateQuery struct{}

func (q *UpdateQuery) Model(model any) *UpdateQuery { return q }

func (q *UpdateQuery) Set(query string, args ...any) *UpdateQuery { return q }

func (q *UpdateQuery) Where(query string, args ...any) *UpdateQuery { return q }

func (q *UpdateQuery) Exec(ctx context.Context, dest ...any) (sql.Result, error) { return nil, nil }
