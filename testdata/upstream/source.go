package upstream

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// decl is what the check needs to know of one declaration.
type decl struct {
	kind   string   // func, type, alias, value, field
	params []string // names of a function's parameters, the last with "..." if variadic
}

// library is the declarations of one package: "Name", "Recv.Method", "Type field=F".
type library struct {
	path  string
	decls map[string]decl
	// embeds lists the types embedded in a struct or interface, and the target of an alias, to say where a promoted name comes from.
	embeds map[string][]string
}

// parseDir reads the declarations of the package in dir. Files for all systems are read: a line may be about any.
func parseDir(path, dir string) (*library, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	lib := &library{path: path, decls: map[string]decl{}, embeds: map[string][]string{}}
	for _, f := range files {
		if f.IsDir() || !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, f.Name()), nil, parser.SkipObjectResolution)
		if err != nil || file.Name.Name == "main" {
			continue // a template, or a generator next to the package
		}
		lib.file(file)
	}
	return lib, nil
}

func (lib *library) file(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil && len(d.Recv.List) == 1 {
				name = typeName(d.Recv.List[0].Type) + "." + name
			}
			lib.decls[name] = decl{"func", params(d.Type)}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					lib.typ(s)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						v := decl{kind: "value"}
						if ft, ok := s.Type.(*ast.FuncType); ok {
							v.params = params(ft)
						}
						lib.decls[n.Name] = v
					}
				}
			}
		}
	}
}

func (lib *library) typ(s *ast.TypeSpec) {
	name := s.Name.Name
	if s.Assign.IsValid() {
		lib.decls[name] = decl{kind: "alias"}
		lib.embeds[name] = []string{printed(s.Type)}
		return
	}
	lib.decls[name] = decl{kind: "type"}
	switch t := s.Type.(type) {
	case *ast.StructType:
		for _, f := range t.Fields.List {
			if len(f.Names) == 0 {
				lib.embeds[name] = append(lib.embeds[name], printed(f.Type))
			}
			for _, n := range f.Names {
				lib.decls[name+" field="+n.Name] = decl{kind: "field"}
			}
		}
	case *ast.InterfaceType:
		for _, m := range t.Methods.List {
			ft, ok := m.Type.(*ast.FuncType)
			if !ok {
				lib.embeds[name] = append(lib.embeds[name], printed(m.Type))
			}
			for _, n := range m.Names {
				lib.decls[name+"."+n.Name] = decl{"func", params(ft)}
			}
		}
	}
}

// params lists the parameters' names, "_" for those that have none.
func params(t *ast.FuncType) []string {
	var out []string
	for _, f := range t.Params.List {
		dots := ""
		if _, variadic := f.Type.(*ast.Ellipsis); variadic {
			dots = "..."
		}
		if len(f.Names) == 0 {
			out = append(out, "_"+dots)
		}
		for _, n := range f.Names {
			out = append(out, n.Name+dots)
		}
	}
	return out
}

// typeName returns the name of a receiver's type, without pointer and type parameters.
func typeName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return typeName(t.X)
	case *ast.ParenExpr:
		return typeName(t.X)
	case *ast.IndexExpr:
		return typeName(t.X)
	case *ast.IndexListExpr:
		return typeName(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

func printed(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.SelectorExpr:
		return printed(t.X) + "." + t.Sel.Name
	default:
		return typeName(t)
	case *ast.StarExpr:
		return printed(t.X)
	case *ast.IndexExpr:
		return printed(t.X)
	}
}
