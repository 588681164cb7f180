// Package clause is a stub.
package clause

type Expression interface{ Build() }

type OnConflict struct {
	DoNothing bool
	UpdateAll bool
}

func (OnConflict) Build() {}

type Locking struct{ Strength string }

func (Locking) Build() {}

type Expr struct{}

func (Expr) Build() {}
