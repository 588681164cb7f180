package models

import (
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"go/ast"

	"github.com/idemlint/idemlint/passes/catalog"
)

// FuzzTeach: whatever a directive says, it is read without a panic, and what is accepted are lines that the catalogue reads.
func FuzzTeach(f *testing.F) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", "package p\nfunc f(ref, note string, n int, what func() error, _ []byte, more ...string) (bool, error) { return false, nil }\n", 0)
	if err != nil {
		f.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		f.Fatal(err)
	}
	fn := pkg.Scope().Lookup("f").(*types.Func)
	for _, seed := range []string{"effect payment key=ref", "effect sql verb=insert", "effect http arg=n key=none", "key arg4", "claim note", "lock what", "lock release", "retry only=marked", "redelivery what kind=job", "idempotent", "effect kv class=accumulate key=ref key=none"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		word, rest, _ := strings.Cut(text, " ")
		for _, abstract := range []bool{false, true} {
			s := &subject{fn: fn, sig: fn.Type().(*types.Signature), sym: catalog.SymbolOf(fn), abstract: abstract, said: map[string]bool{}}
			if err := s.teach(word, rest); err != nil {
				if err.Error() == "" {
					t.Fatal("an error without words")
				}
				continue
			}
			if len(s.lines) == 0 {
				t.Fatalf("%q says nothing", text)
			}
			for _, l := range s.lines {
				if _, err := catalog.About(l.Sym, l.Field, l.Role, l.Attrs); err != nil {
					t.Fatalf("%q: %v", text, err)
				}
			}
		}
	})
}
