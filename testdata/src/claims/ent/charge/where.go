// Package charge is what ent generates.
package charge

import "claims/ent/predicate"

func ID(id int) predicate.Charge { return nil }

func Key(v string) predicate.Charge { return nil }

func KeyEQ(v string) predicate.Charge { return nil }

func KeyNEQ(v string) predicate.Charge { return nil }

func StateEQ(v string) predicate.Charge { return nil }

func And(predicates ...predicate.Charge) predicate.Charge { return nil }
