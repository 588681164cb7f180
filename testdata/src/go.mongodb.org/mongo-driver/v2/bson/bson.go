// Package bson is a stub.
package bson

type E struct {
	Key   string
	Value any
}

type D []E

type M map[string]any

// A is a list.
type A []any
