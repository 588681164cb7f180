package attemptkey

import (
	"go/ast"
	"go/types"
)

// expression widens the mint to as much of the expression around it as can be moved, and gives the statement that it stands in.
func (h *hoist) expression() (ast.Expr, ast.Stmt) {
	var best ast.Expr
	for _, n := range h.path {
		switch n := n.(type) {
		case ast.Expr:
			if tv, ok := h.pass.TypesInfo.Types[n]; !ok || !tv.IsValue() || !h.movable(n) {
				if best == nil || h.composes(n) {
					return nil, nil
				}
				continue
			}
			if _, ok := h.pass.TypesInfo.TypeOf(n).(*types.Tuple); !ok {
				best = n
			}
		case ast.Stmt:
			return best, n
		}
	}
	return nil, nil
}

// composes reports whether an expression that cannot be moved is part of the key: then the rest of it still changes.
func (h *hoist) composes(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return true
	case *ast.CallExpr:
		return h.makes(e)
	}
	return false
}

// movable reports whether an expression gives the same outside of the attempts: it calls nothing but makers of values, and names
// nothing that is declared or changed inside.
func (h *hoist) movable(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			ok = ok && h.makes(n)
		case *ast.FuncLit, *ast.UnaryExpr, *ast.StarExpr, *ast.IndexExpr, *ast.CompositeLit:
			ok = false
		case *ast.Ident:
			obj := h.pass.TypesInfo.Uses[n]
			if v, isVar := obj.(*types.Var); isVar && !v.IsField() {
				ok = ok && (v.Pos() < h.again.Pos() || h.again.End() <= v.Pos()) && h.visible(v) && !h.assigned(v)
			}
		}
		return ok
	})
	return ok
}

// makes: a conversion, or a function of the standard library or of another module, such as uuid.NewString and fmt.Sprintf, whose
// result is a value.
func (h *hoist) makes(call *ast.CallExpr) bool {
	if tv := h.pass.TypesInfo.Types[call.Fun]; tv.IsType() {
		return true
	}
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr); isSel {
		id, ok = sel.Sel, true
	}
	if !ok {
		return false
	}
	fn, ok := h.pass.TypesInfo.Uses[id].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg() == h.pass.Pkg || fn.Signature().Results().Len() != 1 {
		return false
	}
	basic, ok := fn.Signature().Results().At(0).Type().Underlying().(*types.Basic)
	array, isArray := fn.Signature().Results().At(0).Type().Underlying().(*types.Array) // a uuid.UUID
	return ok && basic.Info()&(types.IsString|types.IsInteger) != 0 || isArray && array.Len() > 0
}

// visible reports whether the place in front of the attempts sees v.
func (h *hoist) visible(v *types.Var) bool {
	scope := h.pass.Pkg.Scope().Innermost(h.before.Pos())
	if scope == nil {
		return false
	}
	_, obj := scope.LookupParent(v.Name(), h.before.Pos())
	return obj == v
}

// assigned reports whether v is assigned to, or its address taken, inside of the attempts, other than by its declaration.
func (h *hoist) assigned(v types.Object) bool {
	found := v == nil
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && h.pass.TypesInfo.Uses[id] == v
	}
	ast.Inspect(h.again, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				found = found || is(l)
			}
		case *ast.IncDecStmt:
			found = found || is(n.X)
		case *ast.RangeStmt:
			found = found || n.Key != nil && is(n.Key) || n.Value != nil && is(n.Value)
		}
		return !found
	})
	return found
}
