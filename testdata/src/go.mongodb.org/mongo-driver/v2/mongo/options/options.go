// Package options is a stub.
package options

type Lister interface{ List() }

type ReturnDocument int8

const (
	Before ReturnDocument = iota
	After
)

type UpdateOneOptionsBuilder struct{}

func UpdateOne() *UpdateOneOptionsBuilder { return nil }

func (uo *UpdateOneOptionsBuilder) List() {}

func (uo *UpdateOneOptionsBuilder) SetUpsert(b bool) *UpdateOneOptionsBuilder { return uo }

type FindOneAndUpdateOptionsBuilder struct{}

func FindOneAndUpdate() *FindOneAndUpdateOptionsBuilder { return nil }

func (f *FindOneAndUpdateOptionsBuilder) List() {}

func (f *FindOneAndUpdateOptionsBuilder) SetUpsert(b bool) *FindOneAndUpdateOptionsBuilder { return f }

func (f *FindOneAndUpdateOptionsBuilder) SetReturnDocument(rd ReturnDocument) *FindOneAndUpdateOptionsBuilder {
	return f
}
