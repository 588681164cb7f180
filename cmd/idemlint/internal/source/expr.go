package source

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"strings"
)

// Expression is the code that a position stands for, without layout: the largest expression that begins there, or else
// the smallest expression or statement around it, which for a call known by its parenthesis is the call. Only the
// position decides, not where a finding ends: a rule that learns to tell its end keeps its fingerprints.
// Tokens are joined by single spaces; comments are left out, and the bodies of functions and statements are cut to {…},
// so that a change inside a long callback does not change what the call is. "" where there is no code.
func (f *File) Expression(line, col int) string {
	p, ok := f.at(line, col)
	if !ok {
		return ""
	}
	n := f.node(p)
	if n == nil {
		return ""
	}
	return f.tokens(n)
}

func (f *File) node(p token.Pos) ast.Node {
	var begins, around ast.Node
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if n == nil || begins != nil || p < n.Pos() || n.End() <= p {
			return false
		}
		switch n.(type) {
		case ast.Expr:
			if n.Pos() == p {
				begins = n
				return false
			}
			around = n
		case *ast.BlockStmt:
		case ast.Stmt, *ast.ValueSpec, *ast.FuncDecl:
			around = n
		}
		return true
	})
	if begins != nil {
		return begins
	}
	return around
}

// tokens writes a node in one line that no formatting can change.
func (f *File) tokens(n ast.Node) string {
	bodies := map[int]int{} // where a body begins → where it ends
	ast.Inspect(n, func(m ast.Node) bool {
		if b, ok := m.(*ast.BlockStmt); ok && b.Lbrace.IsValid() {
			bodies[f.pos.Offset(b.Lbrace)] = f.pos.Offset(b.End())
			return false
		}
		return true
	})
	from, to := f.pos.Offset(n.Pos()), f.pos.Offset(n.End())
	var s scanner.Scanner
	var words []string
	fset := token.NewFileSet()
	src := f.data[from:min(to, len(f.data))]
	file := fset.AddFile("", -1, len(src))
	s.Init(file, src, func(token.Position, string) {}, 0)
	skip := 0
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		off := from + file.Offset(pos)
		if off < skip {
			continue
		}
		if end, ok := bodies[off]; ok {
			words, skip = append(words, "{…}"), end
			continue
		}
		switch {
		case tok == token.SEMICOLON:
			words = append(words, ";") // written or not
		case lit != "":
			words = append(words, lit)
		default:
			words = append(words, tok.String())
		}
	}
	return strings.Join(dropOptional(words), " ")
}

// dropOptional leaves out commas and semicolons that a line break asks for or spares.
func dropOptional(words []string) []string {
	out := words[:0]
	for _, w := range words {
		if closing := w == ")" || w == "]" || w == "}"; closing && len(out) > 0 {
			if last := out[len(out)-1]; last == "," || last == ";" {
				out = out[:len(out)-1]
			}
		}
		out = append(out, w)
	}
	for len(out) > 0 && out[len(out)-1] == ";" {
		out = out[:len(out)-1]
	}
	return out
}
