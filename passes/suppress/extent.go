package suppress

import (
	"go/ast"
	"go/token"
)

// widen lets comments that stand alone cover what begins below them.
//
// golangci-lint gives //nolint the whole of any node that begins in the next line at the comment's column: a function, a
// statement with its blocks, the file below the package clause. The same is done here, or the drivers would differ. Our own
// comment is meant for a line: of a statement with blocks it covers the head, of a declaration all.
func (ix *Index) widen(f *ast.File, comments []*Comment) {
	type start struct{ line, column int }
	below := map[start][]*Comment{}
	for _, c := range comments {
		if c.Kind == FileIgnore {
			continue
		}
		group := ix.groupOf(f, c.Pos)
		if group == nil {
			continue
		}
		p := ix.pass.Fset.Position(group.Pos())
		at := start{ix.line(group.End()) + 1, p.Column}
		below[at] = append(below[at], c)
		if c.Kind == Ignore && ix.follows(f, c.Pos) {
			c.to = c.from // at the end of a line: that line only
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		switch n.(type) {
		case *ast.Comment, *ast.CommentGroup:
			return false
		}
		p := ix.pass.Fset.Position(n.Pos())
		for _, c := range below[start{p.Line, p.Column}] {
			end := n.End()
			if c.Kind == Ignore {
				end = headEnd(n)
			}
			c.to = max(c.to, ix.line(end))
		}
		return true
	})
}

func (ix *Index) groupOf(f *ast.File, pos token.Pos) *ast.CommentGroup {
	for _, g := range f.Comments {
		if g.Pos() <= pos && pos < g.End() {
			return g
		}
	}
	return nil
}

// follows reports whether code stands before the comment on its line.
func (ix *Index) follows(f *ast.File, pos token.Pos) bool {
	line, found := ix.line(pos), false
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || found || n.Pos() > pos || ix.line(n.End()) < line {
			return false
		}
		switch n.(type) {
		case *ast.Comment, *ast.CommentGroup:
			return false
		}
		// Where a node begins or ends in front of the comment, its line has code.
		found = ix.line(n.Pos()) == line && n.Pos() < pos || n.End() <= pos && ix.line(n.End()-1) == line ||
			endsBlock(n, pos, line, ix)
		return !found
	})
	return found
}

// endsBlock: the opening brace of a block stands before the comment, "} else { // comment".
func endsBlock(n ast.Node, pos token.Pos, line int, ix *Index) bool {
	b, ok := n.(*ast.BlockStmt)
	return ok && b.Lbrace < pos && ix.line(b.Lbrace) == line
}

// headEnd is the end of what our own comment covers of a node that begins below it.
func headEnd(n ast.Node) token.Pos {
	switch n := n.(type) {
	case *ast.IfStmt:
		return n.Body.Lbrace
	case *ast.ForStmt:
		return n.Body.Lbrace
	case *ast.RangeStmt:
		return n.Body.Lbrace
	case *ast.SwitchStmt:
		return n.Body.Lbrace
	case *ast.TypeSwitchStmt:
		return n.Body.Lbrace
	case *ast.SelectStmt:
		return n.Body.Lbrace
	case *ast.CaseClause:
		return n.Colon
	case *ast.CommClause:
		return n.Colon
	case *ast.BlockStmt, *ast.File, *ast.LabeledStmt:
		return n.Pos()
	}
	return n.End()
}
