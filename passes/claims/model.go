package claims

import (
	"go/types"
	"strings"

	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/words"
)

// modelOf reads the model behind a type: pointers and slices are looked through.
func (r *engine) modelOf(t types.Type) *schema.Model { return r.schema.Model(t) }

func snake(name string) string { return schema.ColumnName(name) }

// tableName guesses the table from a type's name.
func tableName(typ string) string { return schema.TableName(typ) }

var dedupWords = map[string]bool{
	"idempotency": true, "idempotent": true, "dedup": true, "dedupe": true, "deduplication": true, "processed": true, "inbox": true,
	"handled": true, "seen": true, "webhook": true, "delivered": true, "consumed": true,
}

// DedupLike reports whether the table or the looked-up key is named as one that recognises repetitions. It raises a level, it never
// makes a finding by itself: such names were seen at 1 of 73 real pairs.
func (o *Op) DedupLike() bool {
	for _, c := range o.Cols {
		if words.IsKey(c.Name) {
			return true
		}
	}
	name := o.Table.Name
	if name == "" {
		name = o.Table.Type[strings.LastIndex(o.Table.Type, ".")+1:]
	}
	ws := words.Split(name)
	for i, w := range ws {
		if w == "webhook" {
			// webhook_events are received; webhooks are configured.
			if i+1 < len(ws) && (strings.HasPrefix(ws[i+1], "event") || strings.HasPrefix(ws[i+1], "deliver")) {
				return true
			}
			continue
		}
		if dedupWords[w] {
			return true
		}
	}
	return false
}
