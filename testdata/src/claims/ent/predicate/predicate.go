// Package predicate is what ent generates.
package predicate

import "entgo.io/ent/dialect/sql"

type Charge func(*sql.Selector)
