package source

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"
)

// Function names the declaration around a position: "Charge", "Client.Charge" (with or without a pointer), the names of
// a package-level var or const; "" outside all of them. Function literals belong to the declaration that holds them.
func (f *File) Function(line, col int) string {
	p, ok := f.at(line, col)
	if !ok {
		return ""
	}
	switch d := f.decl(p).(type) {
	case *ast.FuncDecl:
		if d.Recv != nil && len(d.Recv.List) > 0 {
			return receiver(d.Recv.List[0].Type) + "." + d.Name.Name
		}
		return d.Name.Name
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if p < s.Pos() || s.End() < p {
				continue
			}
			switch s := s.(type) {
			case *ast.ValueSpec:
				var names []string
				for _, n := range s.Names {
					names = append(names, n.Name)
				}
				return strings.Join(names, ", ")
			case *ast.TypeSpec:
				return s.Name.Name
			}
		}
	}
	return ""
}

// DeclarationLines are the first and the last line of the declaration around a line, in SQL of the statement; false outside all of them.
func (f *File) DeclarationLines(line int) (from, to int, ok bool) {
	if filepath.Ext(f.name) == ".sql" {
		return f.statementLines(line)
	}
	if !f.parse() {
		return 0, 0, false
	}
	for _, d := range f.syntax.Decls {
		if from, to = f.line(d.Pos()), f.line(d.End()); from <= line && line <= to {
			return from, to, true
		}
	}
	return 0, 0, false
}

func (f *File) decl(p token.Pos) ast.Decl {
	for _, d := range f.syntax.Decls {
		if d.Pos() <= p && p <= d.End() {
			return d
		}
	}
	return nil
}

// receiver is the name of a receiver's type, without pointer, parentheses and type parameters.
func receiver(t ast.Expr) string {
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return "_"
		}
	}
}
