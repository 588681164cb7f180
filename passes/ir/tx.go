package ir

import "go/types"

// EndsTx reports whether a type is a transaction, and nothing that begins one, by its methods: whoever is given such a value takes part
// in what somebody else commits.
func EndsTx(t types.Type) bool {
	has := func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		return obj != nil
	}
	return has("Commit") && has("Rollback") && !has("BeginTx") && !has("Beginx")
}
