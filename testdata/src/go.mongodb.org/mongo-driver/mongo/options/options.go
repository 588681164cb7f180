// Package options is a stub of the first version.
package options

type IndexOptions struct {
	Unique *bool
	Sparse *bool
	Name   *string
}

func Index() *IndexOptions { return nil }

func (i *IndexOptions) SetUnique(unique bool) *IndexOptions { return i }
