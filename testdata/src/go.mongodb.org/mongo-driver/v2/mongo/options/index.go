// Package options is a stub.
package options

type IndexOptionsBuilder struct{}

func Index() *IndexOptionsBuilder { return nil }

func (i *IndexOptionsBuilder) SetUnique(unique bool) *IndexOptionsBuilder { return i }

func (i *IndexOptionsBuilder) SetSparse(sparse bool) *IndexOptionsBuilder { return i }

func (i *IndexOptionsBuilder) SetName(name string) *IndexOptionsBuilder { return i }

func (i *IndexOptionsBuilder) SetPartialFilterExpression(expression any) *IndexOptionsBuilder {
	return i
}
