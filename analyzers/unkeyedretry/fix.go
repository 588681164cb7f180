package unkeyedretry

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/words"
)

// forward offers to hand on a key that the function was given and left lying:
//
//	func pay(idempotencyKey string) ...  {
//		… client.Pay(&Request{Amount: n})  →  client.Pay(&Request{IdempotencyKey: idempotencyKey, Amount: n})
//
// There must be one parameter that is a key by name and text by type, and one field of that kind in the request, not set.
func forward(pass *analysis.Pass, pos token.Pos, e *effects.Effect) []analysis.SuggestedFix {
	if e.RetrySite() == nil && len(e.Via) > 0 || e.Keyless {
		return nil
	}
	for _, f := range pass.Files {
		if pos < f.FileStart || f.FileEnd <= pos {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(f, pos, pos+1)
		call, outer := around(path, pos)
		if call == nil {
			return nil
		}
		param := keyParam(pass, outer)
		lit, field := request(pass, call, outer)
		if param == nil || lit == nil {
			return nil
		}
		text := field.Name() + ": " + param.Name()
		if len(lit.Elts) > 0 {
			text += ", "
			if first := pass.Fset.Position(lit.Elts[0].Pos()); first.Line != pass.Fset.Position(lit.Lbrace).Line {
				text = strings.TrimSuffix(text, " ") + "\n" + strings.Repeat("\t", first.Column-1)
			}
		}
		at := lit.Rbrace
		if len(lit.Elts) > 0 {
			at = lit.Elts[0].Pos()
		}
		return []analysis.SuggestedFix{{
			Message:   "hand on " + param.Name(),
			TextEdits: []analysis.TextEdit{{Pos: at, End: at, NewText: []byte(text)}},
		}}
	}
	return nil
}

// around finds the call with its parenthesis at pos and the declared function around it.
func around(path []ast.Node, lparen token.Pos) (call *ast.CallExpr, outer *ast.FuncDecl) {
	for _, n := range path {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Lparen == lparen {
				call = n
			}
		case *ast.FuncDecl:
			outer = n
		}
	}
	if outer == nil {
		return nil, nil
	}
	return call, outer
}

// keyParam gives the one parameter of fn that is a key, if nothing else goes by its name and nobody assigns to it.
func keyParam(pass *analysis.Pass, fn *ast.FuncDecl) *types.Var {
	var found *types.Var
	obj, _ := pass.TypesInfo.Defs[fn.Name].(*types.Func)
	if obj == nil || fn.Body == nil {
		return nil
	}
	for p := range obj.Signature().Params().Variables() {
		if !words.IsKey(p.Name()) || !isString(p.Type()) {
			continue
		}
		if found != nil {
			return nil
		}
		found = p
	}
	if found == nil {
		return nil
	}
	clear := true
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			clear = clear && (n.Name != found.Name() || pass.TypesInfo.Defs[n] == nil)
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok && pass.TypesInfo.Uses[id] == found {
					clear = false
				}
			}
		}
		return clear
	})
	if !clear {
		return nil
	}
	return found
}

// request finds the literal that a call is given, in place or through a variable of the function, and its empty field for a key.
func request(pass *analysis.Pass, call *ast.CallExpr, fn *ast.FuncDecl) (*ast.CompositeLit, *types.Var) {
	for _, arg := range call.Args {
		lit := literal(arg)
		if id, ok := arg.(*ast.Ident); ok && lit == nil {
			lit = made(pass, fn, pass.TypesInfo.Uses[id])
		}
		if lit == nil {
			continue
		}
		st, ok := pass.TypesInfo.TypeOf(lit).Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for i := range st.NumFields() {
			f := st.Field(i)
			if words.IsKey(f.Name()) && isString(f.Type()) && (f.Exported() || f.Pkg() == pass.Pkg) && unset(lit, f.Name()) {
				return lit, f
			}
		}
	}
	return nil, nil
}

// literal gives T{…} of T{…} and &T{…}.
func literal(e ast.Expr) *ast.CompositeLit {
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	lit, _ := e.(*ast.CompositeLit)
	return lit
}

// made finds the literal that a variable is declared with.
func made(pass *analysis.Pass, fn *ast.FuncDecl, v types.Object) *ast.CompositeLit {
	var lit *ast.CompositeLit
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if ok && as.Tok == token.DEFINE && len(as.Lhs) == 1 && len(as.Rhs) == 1 && v != nil {
			if id, ok := as.Lhs[0].(*ast.Ident); ok && pass.TypesInfo.Defs[id] == v {
				lit = literal(as.Rhs[0])
			}
		}
		return true
	})
	return lit
}

// unset: a literal with names, none of which is name.
func unset(lit *ast.CompositeLit, name string) bool {
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		if id, ok := kv.Key.(*ast.Ident); !ok || id.Name == name {
			return false
		}
	}
	return true
}

func isString(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.String
}
