package claims

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
)

// Handle is what a statement runs through, as a value of the function (see ident.go).
type Handle struct {
	Toks []string
	// Own: the statement commits inside the callee, in whatever way that one has chosen.
	Own bool
}

// Scope says with what a statement commits.
type Scope uint8

const (
	Unseen Scope = iota // cannot be told
	Alone               // by itself, through a pool or connection
	Within              // with a transaction
)

// CommitOf tells with what an operation of fn commits: by itself, or with the transaction that name identifies within the function.
func (r *engine) CommitOf(fn *ssa.Function, op *Op) (scope Scope, name string) {
	switch {
	case op.Store != "sql":
		return Alone, ""
	case op.Handle.Own:
		return Alone, ""
	case len(op.Handle.Toks) != 1 || op.Handle.Toks[0] == tokUnknown:
		return Unseen, ""
	}
	return r.resolve(fn, op.Handle.Toks[0])
}

// resolve tells what a handle stands for, and which name its transaction has in the function whatever way it was handed on.
func (r *engine) resolve(fn *ssa.Function, tok string) (Scope, string) {
	switch tok[0] {
	case '#':
		// queries.WithTx(tx) stands for tx.
		if call, ok := tuple(valueNamed(fn, tok)).(*ssa.Call); ok {
			for _, a := range call.Call.Args {
				if !ir.EndsTx(a.Type()) {
					continue
				}
				if t := r.tokens(a, "", call); len(t) == 1 {
					return Within, t[0]
				}
			}
		}
	case '@':
		// A transaction within another one is part of it.
		if call := r.numbered(fn, atoi(tok[1:])); call != nil {
			if recv := receiver(call.Common()); recv != nil {
				if t := r.tokens(r.root(recv), "", call); len(t) == 1 && t[0] != tok && r.scopeOf(fn, t[0], 0) == Within {
					return Within, t[0]
				}
			}
		}
	}
	return r.scopeOf(fn, tok, 0), tok
}

// numbered finds the call that number has numbered.
func (r *engine) numbered(fn *ssa.Function, n int) ssa.CallInstruction {
	if n < 0 || n/1000 >= len(fn.Blocks) {
		return nil
	}
	b := fn.Blocks[n/1000]
	if n%1000 >= len(b.Instrs) {
		return nil
	}
	call, _ := b.Instrs[n%1000].(ssa.CallInstruction)
	return call
}

// handleToks identifies the connection or transaction of a call: its receiver or, for functions, the argument that has methods
// to run statements.
func (r *engine) handleToks(call ssa.CallInstruction) []string {
	c := call.Common()
	h := receiver(c)
	if h == nil || !runsStatements(h.Type()) {
		for _, a := range origin.Args(c) {
			if runsStatements(a.Type()) {
				h = a
				break
			}
		}
	}
	if h == nil {
		return nil
	}
	return r.tokens(r.root(h), "", call)
}

// root goes back through a fluent chain to the handle that it began with.
func (r *engine) root(v ssa.Value) ssa.Value {
	for range 40 {
		switch x := v.(type) {
		case *ssa.Call:
			callee := origin.Callee(&x.Call)
			recv := receiver(&x.Call)
			if callee == nil || recv == nil || callee.Pkg() == nil || !r.cat.HasPackage(callee.Pkg().Path()) || r.begins(callee) {
				return v
			}
			v = recv
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.UnOp:
			a, ok := x.X.(*ssa.Alloc)
			if !ok {
				return v
			}
			val := onlyStore(a)
			if val == nil {
				return v
			}
			v = val
		default:
			return v
		}
	}
	return v
}

func (r *engine) begins(callee *types.Func) bool { return r.cat.One(callee, catalog.TxBegin) != nil }

// runsStatements: a database handle of whatever library, or an interface over some.
func runsStatements(t types.Type) bool {
	return has(t, "ExecContext") || has(t, "Exec") || has(t, "QueryRow") || has(t, "QueryContext") || has(t, "NewInsert") || has(t, "Begin")
}

const maxScopeDepth = 4

// scopeOf tells what a token of a function stands for.
func (r *engine) scopeOf(fn *ssa.Function, tok string, depth int) Scope {
	if depth > maxScopeDepth {
		return Unseen
	}
	head, path := tok, ""
	if end := strings.IndexAny(tok[1:], ".["); end >= 0 {
		head, path = tok[:end+1], tok[end+1:]
	}
	switch tok[0] {
	case '@':
		return Within // of a call that runs a function in a transaction
	case '#':
		v := valueNamed(fn, tok)
		if v == nil {
			return Unseen
		}
		if call, ok := tuple(v).(*ssa.Call); ok {
			if callee := origin.Callee(&call.Call); callee != nil && r.begins(callee) {
				return Within
			}
		}
		return r.scopeOfType(v.Type(), false)
	case 'g':
		return Alone
	case 'p':
		i := atoi(head[1:])
		if i < 0 || i >= len(fn.Params) {
			return Unseen
		}
		p := fn.Params[i]
		t := typeAt(p.Type(), path)
		if t == nil {
			return Unseen
		}
		if s := r.scopeOfType(t, path != "" && i == 0 && fn.Signature.Recv() != nil); s != Unseen {
			return s
		}
		if i == 0 && fn.Signature.Recv() != nil && strings.Count(path, ".") > 1 {
			return Alone // queries that a service holds
		}
		if fn.Parent() != nil && path == "" && runsStatements(t) {
			return Within // a closure is handed its transaction
		}
	case 'x':
		i := atoi(head[1:])
		if i < 0 || i >= len(fn.FreeVars) || fn.Parent() == nil {
			return Unseen
		}
		if mc := closureOf(fn); mc != nil && i < len(mc.Bindings) {
			out := Unseen
			for n, t := range r.tokens(mc.Bindings[i], path, mc) {
				if s := r.scopeOf(fn.Parent(), t, depth+1); n == 0 || s == out {
					out = s
				} else {
					return Unseen
				}
			}
			return out
		}
	}
	return Unseen
}

// scopeOfType tells transactions and pools apart by their methods. Where one type is both, as gorm's, a field of a receiver is the
// pool that a constructor has put there.
func (r *engine) scopeOfType(t types.Type, field bool) Scope {
	ends, begins := has(t, "Commit") && has(t, "Rollback"), has(t, "Begin") || has(t, "BeginTx") || has(t, "BeginTxx")
	switch {
	case ends && begins && r.both(t):
		if field {
			return Alone
		}
	case ends:
		return Within
	case begins:
		return Alone
	}
	return Unseen
}

// both: a type whose method to begin a transaction gives the type itself.
func (r *engine) both(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Begin")
	f, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	res := f.Type().(*types.Signature).Results()
	return res.Len() > 0 && types.Identical(res.At(0).Type(), t) && !types.IsInterface(t)
}

// tuple is the call behind one of its results.
func tuple(v ssa.Value) ssa.Value {
	if ex, ok := v.(*ssa.Extract); ok {
		return ex.Tuple
	}
	return v
}

// number tells the calls of a function apart.
func (r *engine) number(call ssa.CallInstruction) int {
	return call.Block().Index*1000 + min(r.place(call), 999)
}

// valueNamed finds the value that a token of the function names.
func valueNamed(fn *ssa.Function, tok string) ssa.Value {
	name := strings.TrimPrefix(tok, "#"+fn.Name()+".")
	if name == tok {
		return nil
	}
	if i := strings.IndexAny(name, ".["); i >= 0 {
		name = name[:i]
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok && v.Name() == name {
				return v
			}
		}
	}
	return nil
}

// typeAt follows a path of fields.
func typeAt(t types.Type, path string) types.Type {
	for _, name := range strings.FieldsFunc(path, func(c rune) bool { return c == '.' }) {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		i := slices.IndexFunc(slices.Collect(st.Fields()), func(f *types.Var) bool { return f.Name() == name })
		if i < 0 {
			return nil
		}
		t = st.Field(i).Type()
	}
	return t
}

// closureOf finds where a function literal is made.
func closureOf(fn *ssa.Function) *ssa.MakeClosure {
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fn {
				return mc
			}
		}
	}
	return nil
}
