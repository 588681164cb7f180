// Package exp is a stub.
package exp

type Expression interface{ Expression() Expression }

type BooleanExpression interface{ Expression }

type ConflictExpression interface{ Action() int }

type Comparable interface {
	Eq(interface{}) BooleanExpression
}

type IdentifierExpression interface {
	Expression
	Comparable
}
