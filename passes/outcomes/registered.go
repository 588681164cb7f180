package outcomes

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// registered tells where a function is registered as one that takes back what was done: handed to a parameter or method, or put into a
// field, variable or list of that name; or it is a method of that very name.
func (f *finder) registered(fn *ssa.Function, adds bool) (at token.Pos, what string) {
	if fn.Parent() == nil {
		ws := words.Split(fn.Name())
		if len(ws) > 0 && (stepWords[ws[0]] || adds && restWords[ws[0]]) {
			return fn.Pos(), fn.Name()
		}
		return token.NoPos, ""
	}
	for _, b := range fn.Parent().Blocks {
		for _, i := range b.Instrs {
			var v ssa.Value
			switch x := i.(type) {
			case *ssa.MakeClosure:
				if x.Fn == ssa.Value(fn) {
					v = x
				}
			}
			if v != nil {
				if at, what := f.placed(v, 0); what != "" {
					return at, what
				}
			}
			// A literal that captures nothing is used as it is.
			for _, op := range i.Operands(nil) {
				if *op == ssa.Value(fn) {
					if at, what := f.use(i, fn, 0); what != "" {
						return at, what
					}
				}
			}
		}
	}
	return token.NoPos, ""
}

func (f *finder) placed(v ssa.Value, depth int) (token.Pos, string) {
	if depth > 6 || v.Referrers() == nil {
		return token.NoPos, ""
	}
	for _, ref := range *v.Referrers() {
		if at, what := f.use(ref, v, depth); what != "" {
			return at, what
		}
	}
	return token.NoPos, ""
}

func (f *finder) use(i ssa.Instruction, v ssa.Value, depth int) (token.Pos, string) {
	switch x := i.(type) {
	case *ssa.Store:
		if x.Val != v {
			return token.NoPos, ""
		}
		switch a := x.Addr.(type) {
		case *ssa.FieldAddr:
			if lists(fieldName(a)) {
				return x.Pos(), fieldName(a)
			}
			return f.placed(baseOf(a), depth+1) // a step, put into a list
		case *ssa.Alloc:
			if lists(a.Comment) {
				return x.Pos(), a.Comment
			}
			return f.placed(a, depth+1)
		case *ssa.IndexAddr:
			return f.placed(baseOf(a), depth+1)
		}
	case *ssa.ChangeType, *ssa.MakeInterface, *ssa.Slice, *ssa.UnOp:
		return f.placed(x.(ssa.Value), depth+1)
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok {
			if b.Name() != "append" {
				return token.NoPos, ""
			}
			if n := f.appended[x.Pos()]; lists(n) {
				return x.Pos(), n
			}
			return f.placed(x, depth+1)
		}
		callee := origin.Callee(&x.Call)
		if callee == nil {
			return token.NoPos, ""
		}
		if lists(callee.Name()) {
			return x.Pos(), callee.Name()
		}
		args := x.Call.Args
		sig := callee.Signature()
		if recv := sig.Recv(); recv != nil && takesIn(callee.Name()) && lists(typeName(recv.Type())) {
			return x.Pos(), typeName(recv.Type()) + "." + callee.Name()
		}
		if !x.Call.IsInvoke() && sig.Recv() != nil && len(args) > 0 {
			args = args[1:]
		}
		for n, a := range args {
			if a == v && n < sig.Params().Len() && lists(sig.Params().At(n).Name()) {
				return x.Pos(), sig.Params().At(n).Name()
			}
		}
	}
	return token.NoPos, ""
}

// appended names what the results of append are kept in, by the call's place: SSA forms keep no names.
func appended(files []*ast.File) map[token.Pos]string {
	out := map[token.Pos]string{}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			as, ok := n.(*ast.AssignStmt)
			if !ok || len(as.Lhs) != len(as.Rhs) {
				return true
			}
			for i, rhs := range as.Rhs {
				call, ok := rhs.(*ast.CallExpr)
				if !ok {
					continue
				}
				if id, ok := call.Fun.(*ast.Ident); !ok || id.Name != "append" {
					continue
				}
				switch lhs := as.Lhs[i].(type) {
				case *ast.Ident:
					out[call.Lparen] = lhs.Name
				case *ast.SelectorExpr:
					out[call.Lparen] = lhs.Sel.Name
				}
			}
			return true
		})
	}
	return out
}

var (
	// stepWords begin the names of functions that take back what was done, whoever calls them.
	stepWords = words.Set("compensate undo rollback revert unreserve")
	// restWords begin those of functions that add to what a store holds.
	restWords = words.Set("release restore restock reinstate unbook giveback")
)

// takesIn: a method puts what it is given into what it is called on.
func takesIn(name string) bool {
	ws := words.Split(name)
	return len(ws) > 0 && inWords[ws[0]]
}

var inWords = words.Set("push add append register defer on record prepend insert")

// lists: a place where steps are kept that take back what was done.
func lists(name string) bool { return has(name, listWords) }

// deferredIn reports whether a literal is what the function around it defers.
func deferredIn(lit *ssa.Function) bool {
	for _, b := range lit.Parent().Blocks {
		for _, i := range b.Instrs {
			d, ok := i.(*ssa.Defer)
			if !ok {
				continue
			}
			if mc, ok := d.Call.Value.(*ssa.MakeClosure); ok && mc.Fn == ssa.Value(lit) || d.Call.Value == ssa.Value(lit) {
				return true
			}
		}
	}
	return false
}
