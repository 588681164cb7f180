package attempts

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// gate decides from syntax and types whether the package can hold anything for this pass, before SSA is built for it: a loop that can go
// on after a failure, a function that calls itself, or a function that the catalogue or a fact speaks of. Where provenance had no
// reason to build the package, nothing in it has an effect, and a loop matters only if it calls what a caller brought.
func (p *pkgInfo) gate(taught bool) bool {
	if len(p.pass.TypeErrors) > 0 {
		return false
	}
	if taught {
		return true
	}
	if o, ok := p.pass.ResultOf[origin.Analyzer].(*origin.Result); ok {
		p.brought = o.Program() == nil
	}
	for _, file := range p.pass.Files {
		if p.syntaxGate(file) {
			return true
		}
	}
	return p.useGate()
}

// useGate looks for uses of functions and types that the catalogue or facts know.
func (p *pkgInfo) useGate() bool {
	modelled := map[*types.Package]bool{}
	// The order of the map does not matter: the answer is whether there is one.
	for _, obj := range p.pass.TypesInfo.Uses {
		pkg := obj.Pkg()
		if pkg == nil || pkg == p.pass.Pkg {
			continue
		}
		known, ok := modelled[pkg]
		if !ok {
			known = p.cat.HasPackage(pkg.Path())
			modelled[pkg] = known
		}
		switch obj := obj.(type) {
		case *types.Func:
			if known && p.cat.One(obj, catalog.RetryWrapper, catalog.ConsumerEntry, catalog.WebhookEntry, catalog.CronEntry, catalog.RetryClient, catalog.ConsumerAck) != nil {
				return true
			}
			if p.retries(obj) != nil || p.takesHandler(obj) || p.delivered(obj) != nil {
				return true
			}
		case *types.TypeName:
			if known && len(p.cat.Type(obj.Type(), catalog.ConsumerEntry, catalog.RetryClient)) > 0 {
				return true
			}
		}
	}
	return len(p.implementations()) > 0
}

// syntaxGate looks for loops and self-calls.
func (p *pkgInfo) syntaxGate(file *ast.File) bool {
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok {
			if p.loopIn(decl) {
				return true
			}
			continue
		}
		if fn.Body == nil {
			continue
		}
		if p.loopIn(fn.Body) || !p.brought && p.callsSelf(fn) || namesWebhook(fn.Name.Name) {
			return true
		}
	}
	return false
}

func (p *pkgInfo) callsSelf(fn *ast.FuncDecl) bool {
	self := p.pass.TypesInfo.Defs[fn.Name]
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == fn.Name.Name && self != nil && p.pass.TypesInfo.Uses[id] == self {
			found = true
		}
		return !found
	})
	return found
}

// loopIn reports whether root holds a loop that may be a retry: it calls something that can fail, and it can be left otherwise than
// under "err != nil" — loops that only stop at the first error, the most common of all, cannot be.
func (p *pkgInfo) loopIn(root ast.Node) bool {
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		if found {
			return false
		}
		switch n := n.(type) {
		case *ast.ForStmt:
			found = p.candidate(n.Body, n.Cond, n.Post)
		case *ast.RangeStmt:
			found = p.candidate(n.Body, nil, nil)
		case *ast.BranchStmt:
			found = n.Tok == token.GOTO
		}
		return !found
	})
	return found
}

func (p *pkgInfo) candidate(body *ast.BlockStmt, cond ast.Expr, post ast.Stmt) bool {
	if !p.canFail(body) && (cond == nil || !p.canFail(cond)) && (post == nil || !p.canFail(post)) {
		return false
	}
	return (p.leaves(body) || cond != nil && p.condLeaves(cond)) && (!p.brought || p.callsBrought(body) || cond != nil && p.callsBrought(cond))
}

// callsBrought reports whether a call below n goes to a function value or to a method of an interface.
func (p *pkgInfo) callsBrought(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		id, ok := ast.Unparen(call.Fun).(*ast.Ident)
		if sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr); isSel {
			id, ok = sel.Sel, true
		}
		if !ok {
			tv := p.pass.TypesInfo.Types[call.Fun]
			found = tv.IsValue() // the result of a call, an element
			return !found
		}
		switch obj := p.pass.TypesInfo.Uses[id].(type) {
		case *types.Var:
			found = true
		case *types.Func:
			recv := obj.Signature().Recv()
			found = recv != nil && types.IsInterface(recv.Type())
		}
		return !found
	})
	return found
}

// canFail reports whether a call below n returns an error, or a struct that may carry one.
func (p *pkgInfo) canFail(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		tv, ok := p.pass.TypesInfo.Types[call]
		if !ok || tv.Type == nil {
			return true
		}
		t := tv.Type
		if tuple, ok := t.(*types.Tuple); ok {
			if tuple.Len() == 0 {
				return true
			}
			t = tuple.At(tuple.Len() - 1).Type()
		}
		found = failing(t) || carriesError(t)
		return !found
	})
	return found
}

// carriesError reports whether t is a pointer to a struct with a field of type error.
func carriesError(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	st, ok := ptr.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if isError(st.Field(i).Type()) {
			return true
		}
	}
	return false
}

// leaves reports whether the body has a return, break or goto that is not under "x != nil" for an error x.
func (p *pkgInfo) leaves(body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			if p.isFailureTest(n.Cond) {
				// Inside, only an else branch is reached by success; what is after the statement is looked at by the caller's walk.
				if n.Else != nil {
					found = found || p.leaves(n.Else)
				}
				return false
			}
		case *ast.ReturnStmt:
			found = true
		case *ast.BranchStmt:
			found = found || n.Tok == token.BREAK || n.Tok == token.GOTO
		}
		return !found
	})
	return found
}

func (p *pkgInfo) isFailureTest(cond ast.Expr) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ {
		return false
	}
	tv, ok := p.pass.TypesInfo.Types[b.X]
	return ok && tv.Type != nil && isError(tv.Type)
}

// condLeaves reports whether a loop's condition looks at an error or a flag, not only at numbers.
func (p *pkgInfo) condLeaves(cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		switch e := e.(type) {
		case *ast.Ident:
			if v, ok := p.pass.TypesInfo.Uses[e].(*types.Var); ok {
				found = found || followed(v.Type())
			}
		case *ast.CallExpr:
			return false
		}
		return !found
	})
	return found
}

// extent is the stretch of source of a loop statement.
type extent struct{ pos, end token.Pos }

// loopStmt finds the innermost loop statement of fn around two positions.
func (p *pkgInfo) loopStmt(fn *ssa.Function, first, last token.Pos) token.Pos {
	stmts, ok := p.stmts[fn]
	if !ok && fn.Syntax() != nil {
		ast.Inspect(fn.Syntax(), func(n ast.Node) bool {
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				stmts = append(stmts, extent{n.Pos(), n.End()})
			}
			return true
		})
		p.stmts[fn] = stmts
	}
	best := token.NoPos
	for _, s := range stmts {
		if s.pos <= first && last < s.end && s.pos > best {
			best = s.pos
		}
	}
	return best
}
