// Package gorm is a stub.
package gorm

import (
	"context"
	"database/sql"
	"errors"

	"gorm.io/gorm/clause"
)

var ErrRecordNotFound = errors.New("record not found")

var ErrDuplicatedKey = errors.New("duplicated key")

type DB struct {
	Error        error
	RowsAffected int64
}

func (db *DB) WithContext(ctx context.Context) *DB                  { return db }
func (db *DB) Model(value any) *DB                                  { return db }
func (db *DB) Table(name string, args ...any) *DB                   { return db }
func (db *DB) Where(query any, args ...any) *DB                     { return db }
func (db *DB) Limit(limit int) *DB                                  { return db }
func (db *DB) Clauses(conds ...clause.Expression) *DB               { return db }
func (db *DB) First(dest any, conds ...any) *DB                     { return db }
func (db *DB) Take(dest any, conds ...any) *DB                      { return db }
func (db *DB) Find(dest any, conds ...any) *DB                      { return db }
func (db *DB) Count(count *int64) *DB                               { return db }
func (db *DB) Create(value any) *DB                                 { return db }
func (db *DB) Save(value any) *DB                                   { return db }
func (db *DB) Update(column string, value any) *DB                  { return db }
func (db *DB) Exec(sql string, values ...any) *DB                   { return db }
func (db *DB) Raw(sql string, values ...any) *DB                    { return db }
func (db *DB) Scan(dest any) *DB                                    { return db }
func (db *DB) AutoMigrate(dst ...any) error                         { return nil }
func (db *DB) Transaction(fc func(tx *DB) error, opts ...any) error { return fc(db) }

func (db *DB) FirstOrCreate(dest any, conds ...any) *DB { return db }

func (db *DB) Updates(values any) *DB             { return db }
func (db *DB) Begin(opts ...*sql.TxOptions) *DB   { return db }
func (db *DB) Commit() *DB                        { return db }
func (db *DB) Rollback() *DB                      { return db }
func (db *DB) Delete(value any, conds ...any) *DB { return db }

func Expr(expr string, args ...any) clause.Expr { return clause.Expr{} }
