// Package pg is a stub.
package pg

import "github.com/go-pg/pg/v10/orm"

type baseDB struct{}

func (db *baseDB) Model(model ...any) *orm.Query { return nil }

type DB struct{ *baseDB }
