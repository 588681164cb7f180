package attemptkey

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/keyuse"
	"github.com/idemlint/idemlint/passes/origin"
)

// fixes offers to make the key before the first attempt, where nothing but the place of one expression changes:
//
//	err := retry.Do(func() error {       key := uuid.NewString()
//		key := uuid.NewString()      →    err := retry.Do(func() error {
//		return charge(key)                    return charge(key)
//	})                                   })
//
// The expression must be made at every attempt, of a random value alone, and its name must be free outside. A key that names the intent
// beside the random value is better off without that, which is volatilekey's to say, and in nested attempts one step is not enough.
//
// names are those that other fixes of the package put somewhere: all may be applied together.
func fixes(pass *analysis.Pass, u *keyuse.Use, names map[placed]bool) []analysis.SuggestedFix {
	if u.Leaf.Source != origin.Random || u.Mixed() || u.Nested || u.Leaf.Indirect() || u.Leaf.Mint() == nil || u.Leaf.Mint().Parent() != u.Fn {
		return nil
	}
	h := &hoist{pass: pass, names: names}
	if !h.find(u) {
		return nil
	}
	return h.edits()
}

// placed is a name that a fix declares in a function.
type placed struct {
	fn   *ast.FuncDecl
	name string
}

// hoist moves an expression out of the code that is run again.
type hoist struct {
	pass   *analysis.Pass
	names  map[placed]bool
	path   []ast.Node     // from the minting call up to the file
	again  *ast.BlockStmt // the body that is run again
	before ast.Stmt       // the statement to put the key in front of
}

func (h *hoist) find(u *keyuse.Use) bool {
	mint := h.callAt(u.Leaf.Mint().Pos())
	if mint == nil {
		return false
	}
	var whole ast.Node
	switch at, _ := u.Scope.At.(ssa.CallInstruction); u.Scope.Kind {
	case attempts.RetryLoop:
		for _, n := range h.path {
			switch loop := n.(type) {
			case *ast.ForStmt:
				if loop.For == u.Scope.Pos {
					whole, h.again = loop, loop.Body
				}
			case *ast.RangeStmt:
				if loop.For == u.Scope.Pos {
					whole, h.again = loop, loop.Body
				}
			}
		}
	case attempts.Wrapper:
		if at == nil {
			return false
		}
		for _, n := range h.path {
			switch n := n.(type) {
			case *ast.FuncLit:
				if h.again == nil {
					h.again = n.Body
				}
			case *ast.CallExpr:
				if h.again != nil && n.Lparen == at.Pos() {
					whole = n
				}
			}
		}
	}
	if _, inFunc := h.path[len(h.path)-2].(*ast.FuncDecl); !inFunc || whole == nil || h.again == nil || !h.always() {
		return false
	}
	h.before = h.statement(whole)
	return h.before != nil
}

// callAt finds a call by the place of its parenthesis, and the path to it.
func (h *hoist) callAt(lparen token.Pos) *ast.CallExpr {
	for _, f := range h.pass.Files {
		if lparen < f.FileStart || f.FileEnd <= lparen {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(f, lparen, lparen+1)
		for i, n := range path {
			if call, ok := n.(*ast.CallExpr); ok && call.Lparen == lparen {
				h.path = path[i:]
				return call
			}
		}
	}
	return nil
}

// always reports whether every attempt comes to the mint: no block lies between it and the body.
func (h *hoist) always() bool {
	for _, n := range h.path {
		switch n := n.(type) {
		case *ast.BlockStmt:
			return n == h.again
		case *ast.CaseClause, *ast.CommClause, *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt, *ast.BinaryExpr:
			if b, ok := n.(*ast.BinaryExpr); !ok || b.Op == token.LAND || b.Op == token.LOR {
				return false
			}
		}
	}
	return false
}

// statement finds the statement around n that stands in a list, so that another can be put in front of it.
func (h *hoist) statement(n ast.Node) ast.Stmt {
	from := -1
	for i, m := range h.path {
		if m == n {
			from = i
		}
	}
	for i := from; i+1 < len(h.path); i++ {
		switch parent := h.path[i+1].(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			stmt, _ := h.path[i].(ast.Stmt)
			return stmt
		case *ast.IfStmt:
			if parent.Else == h.path[i] {
				return nil
			}
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
			return nil // a loop's header is no place to put a statement before
		}
	}
	return nil
}

func (h *hoist) edits() []analysis.SuggestedFix {
	expr, stmt := h.expression()
	if expr == nil {
		return nil
	}
	var name string
	var edits []analysis.TextEdit
	if def := definition(stmt, expr); def != nil && !h.assigned(h.pass.TypesInfo.Defs[def]) {
		name = def.Name
		edits = append(edits, analysis.TextEdit{Pos: stmt.Pos(), End: h.next(stmt)})
	} else {
		name = h.free()
		edits = append(edits, analysis.TextEdit{Pos: expr.Pos(), End: expr.End(), NewText: []byte(name)})
	}
	place := placed{h.path[len(h.path)-2].(*ast.FuncDecl), name}
	if h.names[place] || h.declared(name) {
		return nil
	}
	h.names[place] = true
	indent := strings.Repeat("\t", h.pass.Fset.Position(h.before.Pos()).Column-1)
	var text bytes.Buffer
	if err := printer.Fprint(&text, token.NewFileSet(), expr); err != nil {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "make the key once, before the first attempt",
		TextEdits: append([]analysis.TextEdit{{Pos: h.before.Pos(), End: h.before.Pos(), NewText: []byte(name + " := " + text.String() + "\n" + indent)}}, edits...),
	}}
}

// definition gives x of "x := expr".
func definition(stmt ast.Stmt, expr ast.Expr) *ast.Ident {
	as, ok := stmt.(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 1 || len(as.Rhs) != 1 || as.Rhs[0] != expr {
		return nil
	}
	id, _ := as.Lhs[0].(*ast.Ident)
	return id
}

// free finds a name for a key that had none.
func (h *hoist) free() string {
	source := h.source()
	for i := 1; ; i++ {
		name := "idempotencyKey"
		if i > 1 {
			name += strconv.Itoa(i)
		}
		if !strings.Contains(source, name) && !h.declared(name) && !h.names[placed{h.path[len(h.path)-2].(*ast.FuncDecl), name}] {
			return name
		}
	}
}

// declared reports whether a name means something in front of the attempts, or will further down in that block.
func (h *hoist) declared(name string) bool {
	scope := h.pass.Pkg.Scope().Innermost(h.before.Pos())
	if scope == nil {
		return true
	}
	_, obj := scope.LookupParent(name, token.NoPos)
	return obj != nil
}

// source prints the body that is run again.
func (h *hoist) source() string {
	var b strings.Builder
	if err := printer.Fprint(&b, h.pass.Fset, h.again); err != nil {
		return ""
	}
	return b.String()
}

// next is where a statement that is taken out ends: where the next begins, unless a comment stands between them.
func (h *hoist) next(stmt ast.Stmt) token.Pos {
	for i, s := range h.again.List {
		if s != stmt || i+1 == len(h.again.List) {
			continue
		}
		end := h.again.List[i+1].Pos()
		for _, f := range h.pass.Files {
			for _, c := range f.Comments {
				if stmt.End() <= c.Pos() && c.Pos() < end {
					return stmt.End()
				}
			}
		}
		return end
	}
	return stmt.End()
}
