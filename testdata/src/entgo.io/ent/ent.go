// Package ent is a stub.
package ent

import "entgo.io/ent/schema"

type Field interface{ Descriptor() }

type Edge interface{ Edge() }

type Index interface{ Index() }

type Mixin interface {
	Fields() []Field
	Indexes() []Index
}

type Schema struct{}

func (Schema) Fields() []Field { return nil }

func (Schema) Edges() []Edge { return nil }

func (Schema) Indexes() []Index { return nil }

func (Schema) Mixin() []Mixin { return nil }

func (Schema) Annotations() []schema.Annotation { return nil }
