// Package lo is a stub.
package lo

func ToPtr[T any](x T) *T { return &x }
