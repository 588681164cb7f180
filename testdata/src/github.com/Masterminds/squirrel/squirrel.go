// Package squirrel is a stub.
package squirrel

import (
	"context"
	"database/sql"
)

type Eq map[string]interface{}

type BaseRunner interface{}

type RowScanner interface {
	Scan(...interface{}) error
}

type StatementBuilderType struct{}

var StatementBuilder StatementBuilderType

func (b StatementBuilderType) Insert(into string) (i InsertBuilder) { return i }

func Insert(into string) (b InsertBuilder) { return b }

func Update(table string) (b UpdateBuilder) { return b }

func Select(columns ...string) (b SelectBuilder) { return b }

type InsertBuilder struct{}

func (b InsertBuilder) Columns(columns ...string) InsertBuilder { return b }

func (b InsertBuilder) Values(values ...interface{}) InsertBuilder { return b }

func (b InsertBuilder) SetMap(clauses map[string]interface{}) InsertBuilder { return b }

func (b InsertBuilder) Suffix(sql string, args ...interface{}) InsertBuilder { return b }

func (b InsertBuilder) Options(options ...string) InsertBuilder { return b }

func (b InsertBuilder) RunWith(runner BaseRunner) InsertBuilder { return b }

func (b InsertBuilder) Exec() (sql.Result, error) { return nil, nil }

func (b InsertBuilder) ExecContext(ctx context.Context) (sql.Result, error) { return nil, nil }

func (b InsertBuilder) ToSql() (string, []interface{}, error) { return "", nil, nil }

type SelectBuilder struct{}

func (b SelectBuilder) From(from string) SelectBuilder { return b }

func (b SelectBuilder) Where(pred interface{}, args ...interface{}) SelectBuilder { return b }

func (b SelectBuilder) RunWith(runner BaseRunner) SelectBuilder { return b }

func (b SelectBuilder) QueryRow() RowScanner { return nil }

func (b SelectBuilder) ToSql() (string, []interface{}, error) { return "", nil, nil }

type UpdateBuilder struct{}

func (b UpdateBuilder) Set(column string, value interface{}) UpdateBuilder { return b }

func (b UpdateBuilder) Where(pred interface{}, args ...interface{}) UpdateBuilder { return b }

func (b UpdateBuilder) RunWith(runner BaseRunner) UpdateBuilder { return b }

func (b UpdateBuilder) Exec() (sql.Result, error) { return nil, nil }
