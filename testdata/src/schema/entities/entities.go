// Package entities holds ent schemas.
package entities

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"entgo.io/ent/schema/mixin"
)

type Payment struct{ ent.Schema } // want "payments: \\*\\(id\\) \\(idempotency_key\\) \\(tenant,reference\\) \\(tenant\\)\\[deleted_at IS NULL\\]$"

func (Payment) Fields() []ent.Field {
	return []ent.Field{
		field.String("key").StorageKey("idempotency_key").Unique(),
		field.String("tenant"),
		field.Text("reference").Optional(),
		field.Int("amount"),
		field.Time("deleted_at"),
	}
}

func (Payment) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("tenant", "reference").Unique(),
		index.Fields("amount"),
		index.Fields("tenant").Unique().Annotations(entsql.IndexWhere("deleted_at IS NULL")),
	}
}

// The annotation names the table; a mixin of the package has columns of its own.
type Inbox struct{ ent.Schema } // want "inbox_messages: \\*\\(id\\) \\(message_id\\) \\(owner_id\\)\\[the edge is one to one\\] \\(source,owner_id\\)$"

func (Inbox) Mixin() []ent.Mixin { return []ent.Mixin{keyed{}, mixin.Time{}} }

func (Inbox) Fields() []ent.Field { return []ent.Field{field.String("source")} }

func (Inbox) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("owner", Payment.Fields).Ref("inbox").Unique(),
		edge.To("others", Payment.Fields),
	}
}

func (Inbox) Indexes() []ent.Index {
	return []ent.Index{index.Fields("source").Edges("owner").Unique()}
}

func (Inbox) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Annotation{Table: "inbox_messages"}}
}

type keyed struct{ mixin.Schema }

func (keyed) Fields() []ent.Field {
	return []ent.Field{field.String("message_id").Unique()}
}
