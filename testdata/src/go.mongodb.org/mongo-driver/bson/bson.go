// Package bson is a stub of the first version.
package bson

type E struct {
	Key   string
	Value any
}

type D []E

type M map[string]any
