package claims

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/luatext"
)

// What a value is known to be under an assumption.
const (
	bottom   uint8 = iota // not computed yet
	unknown               // anything
	isNil                 // nil pointer, interface or error
	nonNil                // Tag: of errors, which one
	isTrue                // bool
	isFalse               //
	zero                  // 0, "", an empty collection
	positive              // at least 1, or a text or collection with something in it; Tag: its constant value
	noRow                 // a row (or a pointer to one) that was not filled
	aRow                  // a row that was filled
	object                // a thing to be asked for the answer: *sql.Row, *redis.StringCmd, *gorm.DB
	young                 // the age of a row that was found: less than any limit
	refusal               // what a conflict's error holds: its code, its number, its text
	negative              // below 0; Tag: its constant value
	doubt                 // what the error of a call holds that may have been carried out all the same: its status, its code
)

// Tags of errors.
const (
	tagAbsent  = "absent"  // what the library returns for "no rows"
	tagFresh   = "fresh"   // made on this path
	tagFailed  = "failed"  // the error of a write
	tagTaken   = "taken"   // the error of a write that met the key it was to write
	tagTimeout = "timeout" // the error of a call that may have been carried out all the same
)

// tagMany is the tag of a number above 1.
const tagMany = ">1"

// Abs is an abstract value. Its exported part travels in facts.
type Abs struct {
	K   uint8
	Tag string
	obj *answer
}

func (a Abs) known() bool { return a.K != unknown && a.K != bottom }

func join(a, b Abs) Abs {
	switch {
	case a.K == bottom:
		return b
	case b.K == bottom || a == b:
		return a
	case a.K == b.K && a.K == object:
		return Abs{K: unknown}
	case a.K == b.K:
		return Abs{K: a.K}
	}
	return Abs{K: unknown}
}

func boolAbs(b bool) Abs {
	if b {
		return Abs{K: isTrue}
	}
	return Abs{K: isFalse}
}

// answer is what a store said, to be read from an object by its methods, fields and destinations.
type answer struct {
	op     string        // first, find, count, exists, get, item, write, taken, claim, loaded; incr, reply, upserted: see reply.go
	found  bool          // written, for writes
	rep    luatext.Reply // of reply: what redis says
	cooked *answer       // of reply: how it reads once it is converted
	status string        // of http: the status code
}

// as gives the part of the answer that has a type: the error, the count, the flag, or an object to ask further.
func (a *answer) as(t types.Type) Abs {
	switch {
	case a.op == "reply":
		return a.reply(t)
	case a.op == "http":
		return Abs{K: unknown}
	case isError(t):
		switch {
		case a.op == "write" && !a.found:
			return Abs{K: nonNil, Tag: tagFailed}
		case a.op == "taken":
			return Abs{K: nonNil, Tag: tagTaken}
		case (a.op == "first" || a.op == "get") && !a.found: // of a claim that returns its row as well
			return Abs{K: nonNil, Tag: tagAbsent}
		}
		return Abs{K: isNil}
	case a.op == "loaded": // sync.Map.LoadOrStore: true means that it was there
		if t, ok := t.Underlying().(*types.Basic); ok && t.Info()&types.IsBoolean != 0 {
			return boolAbs(!a.found)
		}
		return Abs{K: unknown}
	case a.op == "write" || a.op == "taken":
		switch t.Underlying().(type) {
		case *types.Pointer, *types.Interface, *types.Struct:
			return Abs{K: object, obj: a}
		}
		return Abs{K: unknown}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return boolAbs(a.found)
		case a.op == "incr":
			return a.counted()
		case a.found:
			return Abs{K: positive}
		}
		return Abs{K: zero}
	case *types.Slice, *types.Map, *types.Array:
		if a.found {
			return Abs{K: positive}
		}
		return Abs{K: zero}
	case *types.Pointer, *types.Interface, *types.Struct:
		return Abs{K: object, obj: a}
	}
	return Abs{K: unknown}
}

// into gives what a destination of type t holds after the answer was read into it.
func (a *answer) into(t types.Type) Abs {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if a.found {
			return Abs{K: aRow}
		}
		return Abs{K: noRow}
	case *types.Pointer:
		return Abs{K: unknown}
	case *types.Basic:
		if u.Info()&types.IsBoolean != 0 {
			if a.op == "exists" || !a.found {
				return boolAbs(a.found)
			}
			return Abs{K: unknown} // a flag of the row that was found
		}
	}
	if a.found {
		return Abs{K: positive}
	}
	return Abs{K: zero}
}

// rowField gives a field of a row. A row that was not filled has zero values; of a filled one only the identity is known.
func rowField(row Abs, name string, t types.Type) Abs {
	if row.K == noRow {
		switch u := t.Underlying().(type) {
		case *types.Basic:
			if u.Info()&types.IsBoolean != 0 {
				return Abs{K: isFalse}
			}
			return Abs{K: zero}
		case *types.Pointer, *types.Interface:
			return Abs{K: isNil}
		case *types.Struct:
			return Abs{K: noRow}
		}
		return Abs{K: zero}
	}
	if n := len(name); n >= 2 && (name[n-2:] == "ID" || name[n-2:] == "Id") {
		return Abs{K: positive}
	}
	if _, ok := t.Underlying().(*types.Struct); ok {
		return Abs{K: aRow}
	}
	return Abs{K: unknown}
}

var errorType = types.Universe.Lookup("error").Type()

func isError(t types.Type) bool { return types.Identical(t, errorType) }

func constAbs(c *ssa.Const) Abs {
	if c.Value == nil {
		if _, ok := c.Type().Underlying().(*types.Struct); ok {
			return Abs{K: noRow}
		}
		return Abs{K: isNil}
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return boolAbs(constant.BoolVal(c.Value))
	case constant.Int, constant.Float:
		switch s := constant.Sign(c.Value); {
		case s == 0:
			return Abs{K: zero}
		case s > 0:
			return Abs{K: positive, Tag: c.Value.ExactString()}
		}
		return Abs{K: negative, Tag: c.Value.ExactString()}
	case constant.String:
		if s := constant.StringVal(c.Value); s != "" {
			return Abs{K: positive, Tag: s}
		}
		return Abs{K: zero}
	}
	return Abs{K: unknown}
}
