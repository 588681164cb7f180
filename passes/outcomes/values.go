package outcomes

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
)

// baseOf is the variable or value that a place in memory belongs to.
func baseOf(v ssa.Value) ssa.Value {
	for range 12 {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		default:
			return v
		}
	}
	return v
}

// takes reports whether a call is given an object, as an argument or as its receiver.
func takes(call *ssa.Call, base ssa.Value) bool {
	for _, a := range origin.Args(&call.Call) {
		if baseOf(a) == base {
			return true
		}
		for _, e := range origin.Elements(a) {
			if e != nil && baseOf(e) == base {
				return true
			}
		}
	}
	return false
}

// behind reports whether b may run after a in one pass through their function.
func behind(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		for _, i := range a.Block().Instrs {
			switch i {
			case a:
				return true
			case b:
				return false
			}
		}
	}
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{a.Block()}
	for len(work) > 0 && len(seen) < 2000 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range x.Succs {
			if s.Dominates(x) || seen[s] {
				continue // back to the head of a loop
			}
			if s == b.Block() {
				return true
			}
			seen[s] = true
			work = append(work, s)
		}
	}
	return false
}

// nilTest: a comparison with nil, of whatever, or a negation of one.
func nilTest(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.BinOp:
		return isNil(x.X) || isNil(x.Y)
	case *ssa.UnOp:
		return nilTest(x.X)
	}
	return false
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// place is a value and the fields that lead to it, so that two loads of one field are the same.
type place struct {
	base ssa.Value
	path string
}

func placeOf(v ssa.Value) place {
	p := place{}
	for range 12 {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			p.path = "." + fieldName(x) + p.path
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		default:
			p.base = v
			return p
		}
	}
	p.base = v
	return p
}

// receiver is what a method is called on, nothing for functions.
func receiver(call ssa.CallInstruction) (p place, ok bool) {
	c := call.Common()
	if c.IsInvoke() {
		return placeOf(c.Value), true
	}
	if c.Signature().Recv() != nil && len(c.Args) > 0 {
		return placeOf(c.Args[0]), true
	}
	return p, false
}

// alike reports whether two calls are made on the same object.
func alike(a, b ssa.CallInstruction) bool {
	x, ok := receiver(a)
	y, too := receiver(b)
	return ok && too && x == y
}
