// Package index is a stub.
package index

import "entgo.io/ent/schema"

type Builder struct{}

func Fields(fields ...string) *Builder { return nil }

func Edges(edges ...string) *Builder { return nil }

func (b *Builder) Fields(fields ...string) *Builder { return b }

func (b *Builder) Edges(edges ...string) *Builder { return b }

func (b *Builder) Unique() *Builder { return b }

func (b *Builder) StorageKey(key string) *Builder { return b }

func (b *Builder) Annotations(annotations ...schema.Annotation) *Builder { return b }

func (b *Builder) Index() {}
