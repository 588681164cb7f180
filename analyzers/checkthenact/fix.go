package checkthenact

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// fixes offers the one-step form where look-up and write are neighbours, so that nothing but the two of them changes:
//
//	if _, ok := m.Load(k); ok {          if _, loaded := m.LoadOrStore(k, v); loaded {
//		return                     →         return
//	}                                    }
//	m.Store(k, v)
//
//	n, err := r.Exists(c, k).Result()    ok, err := r.SetNX(c, k, v, ttl).Result()
//	if err != nil { ... }                if err != nil { ... }
//	if n > 0 { return ... }        →     if !ok { return ... }
//	if err := r.Set(c, k, v, ttl).Err(); err != nil { ... }
//
// With an effect in between there is no edit that is safe without thought: whether the key stays when the effect fails is a decision.
func fixes(pass *analysis.Pass, p *pair) []analysis.SuggestedFix {
	block, i := statementAt(pass, p.side.Check.Site.Pos())
	if block == nil {
		return nil
	}
	switch p.side.Check.Store {
	case "memory":
		return loadOrStore(pass, block, i)
	case "redis":
		return setNX(pass, block, i)
	}
	return nil
}

// statementAt finds the innermost block that holds a position and the statement in it.
func statementAt(pass *analysis.Pass, pos token.Pos) (block []ast.Stmt, index int) {
	for _, f := range pass.Files {
		if f.FileStart > pos || pos >= f.FileEnd {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil || n.Pos() > pos || pos >= n.End() {
				return false
			}
			if b, ok := n.(*ast.BlockStmt); ok {
				if i := slices.IndexFunc(b.List, func(s ast.Stmt) bool { return s.Pos() <= pos && pos < s.End() }); i >= 0 {
					block, index = b.List, i
				}
			}
			return true
		})
	}
	return block, index
}

func loadOrStore(pass *analysis.Pass, block []ast.Stmt, i int) []analysis.SuggestedFix {
	check, ok := block[i].(*ast.IfStmt)
	if !ok || i+1 >= len(block) || check.Else != nil || !leaves(check.Body) {
		return nil
	}
	init, ok := check.Init.(*ast.AssignStmt)
	if !ok || len(init.Lhs) != 2 || len(init.Rhs) != 1 || !isBlank(init.Lhs[0]) || text(init.Lhs[1]) != text(check.Cond) {
		return nil
	}
	expr, ok := block[i+1].(*ast.ExprStmt)
	if !ok {
		return nil
	}
	load, store := methodCall(init.Rhs[0], "Load", 1), methodCall(expr.X, "Store", 2)
	if load == nil || store == nil || text(recv(load)) != text(recv(store)) || text(load.Args[0]) != text(store.Args[0]) || !plain(store.Args[0]) || !plain(store.Args[1]) {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message: "look up and store in one step with LoadOrStore",
		TextEdits: []analysis.TextEdit{
			edit(init.Lhs[1].Pos(), init.Rhs[0].End(), "loaded := "+text(recv(load))+".LoadOrStore("+text(load.Args[0])+", "+text(store.Args[1])+")"),
			edit(check.Cond.Pos(), check.Cond.End(), "loaded"),
			edit(check.End(), expr.End(), ""),
		},
	}}
}

func setNX(pass *analysis.Pass, block []ast.Stmt, i int) []analysis.SuggestedFix {
	if i+3 >= len(block) {
		return nil
	}
	ask, ok := block[i].(*ast.AssignStmt)
	failed, ok1 := block[i+1].(*ast.IfStmt)
	found, ok2 := block[i+2].(*ast.IfStmt)
	put, ok3 := block[i+3].(*ast.IfStmt)
	if !ok || !ok1 || !ok2 || !ok3 || ask.Tok != token.DEFINE || len(ask.Lhs) != 2 || len(ask.Rhs) != 1 {
		return nil
	}
	if failed.Init != nil || !leaves(failed.Body) || found.Init != nil || found.Else != nil || !leaves(found.Body) || put.Else != nil || !leaves(put.Body) {
		return nil
	}
	n, ok := ask.Lhs[0].(*ast.Ident)
	cond, ok1 := found.Cond.(*ast.BinaryExpr)
	set, ok2 := put.Init.(*ast.AssignStmt)
	if !ok || !ok1 || !ok2 || text(cond.X) != n.Name || !asksPositive(cond) || uses(pass, block, n) != 1 || len(set.Rhs) != 1 {
		return nil
	}
	result, setErr := methodCall(ask.Rhs[0], "Result", 0), methodCall(set.Rhs[0], "Err", 0)
	if result == nil || setErr == nil {
		return nil
	}
	exists, write := methodCall(recv(result), "Exists", 2), methodCall(recv(setErr), "Set", 4)
	if exists == nil || write == nil || text(recv(exists)) != text(recv(write)) || text(exists.Args[1]) != text(write.Args[1]) || !plain(write.Args[2]) || !plain(write.Args[3]) {
		return nil
	}
	var args []string
	for _, a := range write.Args {
		args = append(args, text(a))
	}
	return []analysis.SuggestedFix{{
		Message: "ask and set in one step with SetNX",
		TextEdits: []analysis.TextEdit{
			edit(n.Pos(), n.End(), "isNew"),
			edit(recv(result).Pos(), recv(result).End(), text(recv(exists))+".SetNX("+strings.Join(args, ", ")+")"),
			edit(cond.Pos(), cond.End(), "!isNew"),
			edit(found.End(), put.End(), ""),
		},
	}}
}

func asksPositive(c *ast.BinaryExpr) bool {
	switch text(c.Y) {
	case "0":
		return c.Op == token.GTR || c.Op == token.NEQ
	case "1":
		return c.Op == token.EQL || c.Op == token.GEQ
	}
	return false
}

// uses counts where a variable is read in the statements of a block.
func uses(pass *analysis.Pass, block []ast.Stmt, id *ast.Ident) int {
	count := 0
	obj := pass.TypesInfo.Defs[id]
	for _, s := range block {
		ast.Inspect(s, func(n ast.Node) bool {
			if x, ok := n.(*ast.Ident); ok && obj != nil && pass.TypesInfo.Uses[x] == obj {
				count++
			}
			return true
		})
	}
	return count
}

func edit(from, to token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: from, End: to, NewText: []byte(text)}
}

func text(e ast.Expr) string {
	if e == nil {
		return ""
	}
	return types.ExprString(e)
}

func isBlank(e ast.Expr) bool { id, ok := e.(*ast.Ident); return ok && id.Name == "_" }

func methodCall(e ast.Expr, name string, args int) *ast.CallExpr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != args {
		return nil
	}
	if sel, ok := call.Fun.(*ast.SelectorExpr); !ok || sel.Sel.Name != name {
		return nil
	}
	return call
}

func recv(call *ast.CallExpr) ast.Expr { return call.Fun.(*ast.SelectorExpr).X }

// leaves reports whether a block ends by leaving what encloses it.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE || s.Tok == token.BREAK
	}
	return false
}

// plain reports whether an expression may be moved: names, fields, literals and arithmetic on them, no calls.
func plain(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.CallExpr, *ast.FuncLit:
			ok = false
		case *ast.UnaryExpr:
			ok = ok && x.Op != token.ARROW
		case *ast.CompositeLit:
			ok = ok && len(x.Elts) == 0 // types.ExprString shortens literals
		}
		return ok
	})
	return ok
}
