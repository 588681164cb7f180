// Package mixin is a stub.
package mixin

import "entgo.io/ent"

type Schema struct{}

func (Schema) Fields() []ent.Field { return nil }

func (Schema) Indexes() []ent.Index { return nil }

type Time struct{ Schema }
