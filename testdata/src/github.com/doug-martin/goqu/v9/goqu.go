// Package goqu is a stub.
package goqu

import (
	"github.com/doug-martin/goqu/v9/exec"
	"github.com/doug-martin/goqu/v9/exp"
)

type (
	Record map[string]interface{}
	Ex     map[string]interface{}
)

func (e Ex) Expression() exp.Expression { return e }

type Database struct{}

func (d *Database) From(from ...interface{}) *SelectDataset { return nil }

func (d *Database) Insert(table interface{}) *InsertDataset { return nil }

func (d *Database) Update(table interface{}) *UpdateDataset { return nil }

func C(col string) exp.IdentifierExpression { return nil }

func DoNothing() exp.ConflictExpression { return nil }

func Insert(table interface{}) *InsertDataset { return nil }

type SelectDataset struct{}

func (sd *SelectDataset) Where(expressions ...exp.Expression) *SelectDataset { return sd }

func (sd *SelectDataset) Count() (int64, error) { return 0, nil }

func (sd *SelectDataset) ScanVal(i interface{}) (bool, error) { return false, nil }

type InsertDataset struct{}

func (id *InsertDataset) Rows(rows ...interface{}) *InsertDataset { return id }

func (id *InsertDataset) Cols(cols ...interface{}) *InsertDataset { return id }

func (id *InsertDataset) Vals(vals ...[]interface{}) *InsertDataset { return id }

func (id *InsertDataset) OnConflict(conflict exp.ConflictExpression) *InsertDataset { return id }

func (id *InsertDataset) Executor() (e exec.QueryExecutor) { return e }

func (id *InsertDataset) ToSQL() (sql string, params []interface{}, err error) { return "", nil, nil }

type UpdateDataset struct{}

func (ud *UpdateDataset) Set(values interface{}) *UpdateDataset { return ud }

func (ud *UpdateDataset) Where(expressions ...exp.Expression) *UpdateDataset { return ud }

func (ud *UpdateDataset) Executor() (e exec.QueryExecutor) { return e }
