package suppress

import (
	"go/ast"
	"go/constant"
	"go/token"
	"strconv"
	"strings"
)

const inSQL = "idemlint:ignore"

// literals finds string literals with a comment for us in their SQL text.
func (ix *Index) literals(f *ast.File) {
	add := func(lit *ast.BasicLit, exported bool) {
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			return
		}
		for _, s := range SQL(text) {
			c := &Comment{Kind: InSQL, Pos: lit.Pos(), End: lit.End(), Rules: s.Rules, Reason: s.Reason, Exported: exported, text: text}
			if len(c.Rules) == 0 && fragment(text) {
				continue // a piece of which somebody makes such a comment
			}
			if len(c.Rules) == 0 {
				ix.Problems = append(ix.Problems, Problem{c.Pos, c.End, "the comment " + inSQL + " in this statement names no rule: write -- " + inSQL + " RULE REASON"})
				continue
			}
			ix.Comments = append(ix.Comments, c)
		}
	}
	exported := map[ast.Node]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for _, v := range n.Values {
				for _, name := range n.Names {
					exported[v] = exported[v] || name.IsExported()
				}
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING && strings.Contains(n.Value, inSQL) {
				add(n, exported[n])
			}
		}
		return true
	})
}

// fragment reports whether the text is a comment and nothing more.
func fragment(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "--") && !strings.Contains(text, "\n")
}

// inStatement reports whether the literal is part of a statement that the finding points at.
func (ix *Index) inStatement(c *Comment, pos, end token.Pos) bool {
	if c.Pos <= pos && pos < c.End || pos <= c.Pos && c.End <= end {
		return true
	}
	for _, text := range ix.statements(pos) {
		if strings.Contains(text, c.text) {
			return true
		}
	}
	return false
}

// foreignSQL reads statements that are constants of other packages.
func (ix *Index) foreignSQL(rule string, pos, end token.Pos) *Comment {
	for _, text := range ix.statements(pos) {
		if !strings.Contains(text, inSQL) {
			continue
		}
		for _, s := range SQL(text) {
			if c := (&Comment{Kind: InSQL, Pos: pos, End: end, Rules: s.Rules, Reason: s.Reason, Exported: true}); s.Reason != "" && len(s.Rules) > 0 && c.Covers(rule) {
				return c
			}
		}
	}
	return nil
}

// statements gives the constant text among the arguments of the call that pos lies in: a literal, a constant, or both joined.
func (ix *Index) statements(pos token.Pos) []string {
	call := ix.callAround(pos)
	if call == nil || ix.pass.TypesInfo == nil {
		return nil
	}
	var out []string
	for _, arg := range call.Args {
		if tv := ix.pass.TypesInfo.Types[arg]; tv.Value != nil && tv.Value.Kind() == constant.String {
			out = append(out, constant.StringVal(tv.Value))
		}
	}
	return out
}

// callAround is the innermost call that pos lies in, nil if there is none.
func (ix *Index) callAround(pos token.Pos) *ast.CallExpr {
	var call *ast.CallExpr
	for _, f := range ix.pass.Files {
		if pos < f.FileStart || f.FileEnd <= pos {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil || pos < n.Pos() || n.End() <= pos {
				return false
			}
			if c, ok := n.(*ast.CallExpr); ok {
				call = c // the innermost comes last
			}
			return true
		})
	}
	return call
}
