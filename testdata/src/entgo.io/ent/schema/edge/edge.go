// Package edge is a stub.
package edge

type assocBuilder struct{}

func To(name string, t any) *assocBuilder { return nil }

func (b *assocBuilder) Unique() *assocBuilder { return b }

func (b *assocBuilder) Edge() {}

type inverseBuilder struct{}

func From(name string, t any) *inverseBuilder { return nil }

func (b *inverseBuilder) Ref(ref string) *inverseBuilder { return b }

func (b *inverseBuilder) Field(f string) *inverseBuilder { return b }

func (b *inverseBuilder) Unique() *inverseBuilder { return b }

func (b *inverseBuilder) Edge() {}
