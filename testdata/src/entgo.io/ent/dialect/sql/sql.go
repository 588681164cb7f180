// Package sql is a stub.
package sql

type Selector struct{}

type ConflictOption func()

func ConflictColumns(names ...string) ConflictOption { return nil }

func DoNothing() ConflictOption { return nil }

func ResolveWithNewValues() ConflictOption { return nil }
