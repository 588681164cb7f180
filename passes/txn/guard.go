package txn

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

const maxCallers = 3 // calls up from the pair to the lock

// Guard tells what protects two instructions of a function together: a lock taken before both and not given back between them,
// in the function itself, in all callers of an unexported function, or around the closure.
func (r *Result) Guard(a, b ssa.Instruction) Kind {
	if r.prog == nil || a.Parent() != b.Parent() {
		return Nothing
	}
	return max(r.protects(a.Parent(), a, b, nil), r.around(a.Parent(), 0))
}

// GuardBeside is Guard without what the instruction a itself takes: whether a claim is needed at all.
func (r *Result) GuardBeside(a, b ssa.Instruction) Kind {
	if r.prog == nil || a.Parent() != b.Parent() {
		return Nothing
	}
	return max(r.protects(a.Parent(), a, b, a), r.around(a.Parent(), 0))
}

// protects: a protection that begins before both instructions. A question that locks the rows it finds counts as well.
func (r *Result) protects(fn *ssa.Function, a, b, beside ssa.Instruction) Kind {
	out := Nothing
	for _, s := range r.sitesOf(fn) {
		if s.instr == beside {
			continue
		}
		if (s.instr == a || before(s.instr, a)) && (s.instr == b || before(s.instr, b)) && !r.releasedBetween(fn, s.instr, b) {
			out = max(out, s.kind)
		}
	}
	return out
}

// around: the function is a closure that runs under protection, or all its callers in view hold one.
func (r *Result) around(fn *ssa.Function, depth int) Kind {
	sites := r.callers[fn]
	if len(sites) == 0 || depth >= maxCallers {
		return Nothing
	}
	if obj := fn.Object(); obj != nil && obj.Exported() && fn.Parent() == nil {
		return Nothing // others may call it too
	}
	out := Serializable
	for _, s := range sites {
		if _, other := s.(*ssa.Go); other {
			return Nothing // a goroutine outlives what its maker holds
		}
		k := max(r.protects(s.Parent(), s, s, nil), r.around(s.Parent(), depth+1))
		for _, arg := range s.Common().Args {
			if funcOf(arg) == fn {
				k = max(k, r.underCall(s, arg))
			}
		}
		out = min(out, k)
	}
	return out
}

// underCall tells under which protection a call runs a function that it is handed.
func (r *Result) underCall(call ssa.CallInstruction, fn ssa.Value) Kind {
	callee := origin.Callee(call.Common())
	if callee == nil {
		return Nothing
	}
	args := origin.Args(call.Common())
	i := slices.Index(args, fn)
	if i < 0 {
		return Nothing
	}
	out := Nothing
	for _, e := range r.cat.Func(callee, catalog.TxFunc) {
		if e.Attr("kind") == "serializable" || e.Attr("kind") == "" && r.serializable(args) {
			out = Serializable
		}
	}
	for _, e := range r.cat.Func(callee, catalog.LockTTL) {
		if e.Arg >= 0 && e.Attr("kind") == "" && i == e.Arg+len(args)-callee.Type().(*types.Signature).Params().Len() {
			out = max(out, Lock)
		}
	}
	if f := r.factFor(call, callee); f != nil {
		out = max(out, f.under(i))
	}
	return out
}

// serializable looks for the serializable isolation level among the arguments of a call, or in the options struct it is given.
func (r *Result) serializable(args []ssa.Value) bool {
	for _, a := range args {
		if r.levelIn(a, 0) {
			return true
		}
	}
	return false
}

func (r *Result) levelIn(v ssa.Value, depth int) bool {
	if v == nil || depth > 6 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Const:
		return r.isSerializable(x)
	case *ssa.MakeInterface:
		return r.levelIn(x.X, depth+1)
	case *ssa.UnOp:
		return r.levelIn(x.X, depth+1)
	case *ssa.Slice:
		return r.levelIn(x.X, depth+1)
	case *ssa.Convert:
		return r.levelIn(x.X, depth+1)
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr:
		refs := v.Referrers()
		if refs == nil {
			return false
		}
		for _, ref := range *refs {
			switch u := ref.(type) {
			case *ssa.Store:
				if u.Addr == v && r.levelIn(u.Val, depth+1) {
					return true
				}
			case *ssa.FieldAddr:
				if u.X == v && r.levelIn(u, depth+1) {
					return true
				}
			case *ssa.IndexAddr:
				if u.X == v && r.levelIn(u, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// isSerializable: the constant is the one that the catalogue names, told by its type and value since the compiler keeps no names.
func (r *Result) isSerializable(c *ssa.Const) bool {
	n, ok := types.Unalias(c.Type()).(*types.Named)
	if !ok || c.Value == nil || n.Obj().Pkg() == nil {
		return false
	}
	scope := n.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		k, ok := scope.Lookup(name).(*types.Const)
		if !ok || !types.Identical(k.Type(), n) || k.Val().Kind() != c.Value.Kind() || k.Val().ExactString() != c.Value.ExactString() {
			continue
		}
		for _, e := range r.cat.Object(k, catalog.TxEnd) {
			if e.Attr("kind") == "serializable" {
				return true
			}
		}
	}
	return false
}

// setsIsolation: SET TRANSACTION ISOLATION LEVEL SERIALIZABLE, BEGIN IMMEDIATE and the like, sent as text.
func setsIsolation(call ssa.CallInstruction) bool {
	for _, a := range call.Common().Args {
		c, ok := a.(*ssa.Const)
		if !ok || c.Value == nil || c.Value.Kind() != constant.String {
			continue
		}
		s := strings.ToUpper(constant.StringVal(c.Value))
		if strings.Contains(s, "ISOLATION LEVEL SERIALIZABLE") || strings.HasPrefix(s, "BEGIN IMMEDIATE") || strings.HasPrefix(s, "BEGIN EXCLUSIVE") {
			return true
		}
	}
	return false
}

// releases reports whether a function gives back what it has taken: by a call the catalogue knows, or by a deferred method of the
// type whose method took it, whatever that one is called.
func (r *Result) releases(fn *ssa.Function, lock ssa.Instruction) bool {
	owner := recvType(lock.(ssa.CallInstruction))
	for _, f := range append([]*ssa.Function{fn}, fn.AnonFuncs...) {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok || instr == lock {
					continue
				}
				_, deferred := instr.(*ssa.Defer)
				if r.isRelease(call) || (deferred || f != fn) && owner != nil && recvType(call) == owner {
					return true
				}
			}
		}
	}
	return false
}

// recvType names the type whose method is called, nil for functions.
func recvType(call ssa.CallInstruction) *types.TypeName {
	callee := origin.Callee(call.Common())
	if callee == nil {
		return nil
	}
	sig, ok := callee.Type().(*types.Signature)
	if !ok || sig.Recv() == nil {
		return nil
	}
	t := types.Unalias(sig.Recv().Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj()
	}
	return nil
}

func (r *Result) isRelease(call ssa.CallInstruction) bool {
	callee := origin.Callee(call.Common())
	if callee == nil {
		return false
	}
	for _, e := range r.cat.Func(callee, catalog.LockTTL, catalog.LockLocal, catalog.TxEnd) {
		switch e.Attr("kind") {
		case "release", "commit":
			return true
		}
	}
	return false
}

func (r *Result) releasedBetween(fn *ssa.Function, lock, b ssa.Instruction) bool {
	for _, blk := range fn.Blocks {
		for _, instr := range blk.Instrs {
			call, ok := instr.(*ssa.Call)
			if ok && r.isRelease(call) && before(lock, instr) && before(instr, b) {
				return true
			}
		}
	}
	return false
}

func before(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, i := range a.Block().Instrs {
		switch i {
		case a:
			return a != b
		case b:
			return false
		}
	}
	return false
}

// Open reports whether a transaction, named as a value of the function, surely commits after an instruction: one that the caller or
// the runner of a function literal has begun, or one that is committed behind it.
func (r *Result) Open(fn *ssa.Function, tx string, at ssa.Instruction) bool {
	if tx == "" || tx[0] != '#' {
		return tx != ""
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !r.isRelease(call) || !r.claims.Precedes(at, instr) {
				continue
			}
			for _, a := range origin.Args(call.Common())[:1] {
				if r.claims.Names(a, tx, call) {
					return true
				}
			}
		}
	}
	return false
}

// Handed lists the function literals of this package that are handed to a function as its parameter i.
func (r *Result) Handed(fn *ssa.Function, i int) []*ssa.Function {
	var out []*ssa.Function
	for _, call := range r.callers[fn] {
		if call.Common().StaticCallee() != fn || i < 0 || i >= len(call.Common().Args) {
			continue
		}
		if f := funcOf(call.Common().Args[i]); f != nil && r.prog.Has(f) {
			out = append(out, f)
		}
	}
	return out
}

// Joint reports whether a function literal is run by a library's transaction, so that all it does there commits together.
func (r *Result) Joint(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		for _, call := range r.callers[fn] {
			if callee := origin.Callee(call.Common()); callee != nil && callee.Name() != "" && call.Common().StaticCallee() != fn && r.cat.One(callee, catalog.TxFunc) != nil {
				return true
			}
		}
	}
	return false
}
