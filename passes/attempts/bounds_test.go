package attempts_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/ir"
)

// load type-checks one file without imports and returns a pass over it.
func load(tb testing.TB, src string) *analysis.Pass {
	tb.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		tb.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		tb.Fatal(err)
	}
	return &analysis.Pass{
		Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, ResultOf: map[*analysis.Analyzer]any{},
		ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
		ExportObjectFact:  func(types.Object, analysis.Fact) {},
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
	}
}

// build adds the SSA form to a pass.
func build(tb testing.TB, pass *analysis.Pass) *analysis.Pass {
	tb.Helper()
	lazy, err := ir.Analyzer.Run(pass)
	if err != nil {
		tb.Fatal(err)
	}
	if lazy.(*ir.Lazy).Program() == nil {
		tb.Fatal("no SSA")
	}
	pass.ResultOf[ir.Analyzer] = lazy
	return pass
}

func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, strings.ReplaceAll(format, "#", "%[1]d"), i)
	}
	return b.String()
}

// adversaries are programs whose size is n.
var adversaries = map[string]func(n int) string{
	"switch in a retry loop": func(n int) string {
		return "package p\nfunc send(int) error\nfunc f(k int) {\nfor {\nswitch k {\n" + repeat(n, "case #: if send(#) == nil { return }\n") + "}\n}\n}\n"
	},
	"straight line of calls": func(n int) string {
		return "package p\nfunc send(int) error\nfunc f() error {\nfor {\nvar err error\n" + repeat(n, "if err = send(#); err != nil { continue }\n") + "return err\n}\n}\n"
	},
	"flags": func(n int) string {
		return "package p\nfunc send(int) error\nfunc f() {\n" + repeat(n, "ok# := false\n") + "for {\n" + repeat(n, "if send(#) == nil { ok# = true }\n") +
			"if true" + repeat(n, " && ok#") + " { return }\n}\n}\n"
	},
	"nested loops": func(n int) string {
		return "package p\nfunc send(int) error\nfunc f() {\n" + strings.Repeat("for {\n", n) + "if send(0) == nil { return }\n" + strings.Repeat("}\n", n) + "}\n"
	},
	"nested literals": func(n int) string {
		return "package p\nfunc send(int) error\nfunc f() {\nfor {\n" + strings.Repeat("func() {\n", n) + "_ = send(0)\n" + strings.Repeat("}()\n", n) + "if send(1) == nil { return }\n}\n}\n"
	},
	"huge literal": func(n int) string {
		return "package p\nfunc send([]string) error\nfunc f() {\nfor {\nif send([]string{" + repeat(n, "\"#\",") + "}) == nil { return }\n}\n}\n"
	},
	"forwarding chain": func(n int) string {
		return "package p\nfunc f0(op func() error) {\nfor op() != nil {\n}\n}\n" + repeat(n, "func g#(op func() error) { f0(func() error { return op() }) }\n")
	},
	"gotos": func(n int) string {
		return "package p\nfunc send(int) error\nfunc f() {\n" + repeat(n, "l#: if send(#) != nil { goto l# }\n") + "}\n"
	},
	"helpers that call each other": func(n int) string {
		return "package p\nfunc send() error\n" + repeat(n, "func h#(err error) bool { return h#a(err) }\nfunc h#a(err error) bool { return h#(err) }\n") +
			"func f() {\nfor {\nerr := send()\n" + repeat(n, "if h#(err) { continue }\n") + "return\n}\n}\n"
	},
}

// TestBounds holds the time linear: ten times the program may take at most some thirty times as long, and nothing may hang.
func TestBounds(t *testing.T) {
	for name, make := range adversaries {
		t.Run(name, func(t *testing.T) {
			small, large := 300, 3000
			switch {
			case strings.HasPrefix(name, "nested"):
				small, large = 30, 300 // the parser's depth
			case name == "flags":
				small, large = 100, 1000 // SSA has a phi for every flag in every block
			}
			took := func(n int) time.Duration {
				pass := build(t, load(t, make(n)))
				start := time.Now()
				if _, err := attempts.Analyzer.Run(pass); err != nil {
					t.Fatal(err)
				}
				return time.Since(start)
			}
			took(10)
			a, b := took(small), took(large)
			t.Logf("%d: %v, %d: %v", small, a, large, b)
			if b > 30*a+2*time.Second {
				t.Errorf("size %d took %v, size %d took %v", small, a, large, b)
			}
		})
	}
}

// service is a package with one loop of each sort in n files' worth of code.
func service(n int) string {
	return "package p\ntype order struct{ id string; n int }\ntype client struct{}\nfunc (client) send(o *order) error { return nil }\nfunc (client) post(id string) (int, error) { return 0, nil }\n" +
		"func again(n int, op func() error) (err error) {\nfor i := 0; i < n; i++ {\nif err = op(); err == nil { return nil }\n}\nreturn err\n}\n" +
		repeat(n, `
func retry#(c client, o *order) (err error) {
	for i := 0; i < 3; i++ {
		if err = c.send(o); err == nil {
			return nil
		}
	}
	return err
}
func wrap#(c client, o *order) error { return again(3, func() error { return c.send(o) }) }
func batch#(c client, os []*order) error {
	for _, o := range os {
		if err := c.send(o); err != nil {
			return err
		}
	}
	return nil
}
func status#(c client, id string) {
	for i := 0; i < 3; i++ {
		code, err := c.post(id)
		if err == nil && code < 300 {
			return
		}
	}
}
`)
}

func BenchmarkAttempts(b *testing.B) {
	pass := build(b, load(b, service(200)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := attempts.Analyzer.Run(pass); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGate measures what a package costs that holds nothing for the pass.
func BenchmarkGate(b *testing.B) {
	pass := load(b, "package p\nfunc send(int) error\n"+repeat(500, "func f#(xs []int) error {\nfor _, x := range xs {\nif err := send(x); err != nil { return err }\n}\nreturn nil\n}\n"))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := attempts.Analyzer.Run(pass); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSameEveryRun compares what several runs over one package say.
func TestSameEveryRun(t *testing.T) {
	var first string
	for i := range 3 {
		pass := build(t, load(t, service(20)))
		res, err := attempts.Analyzer.Run(pass)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, s := range res.(*attempts.Result).Scopes() {
			fmt.Fprintln(&b, s.Kind, s.Under, s.Fn.Name(), pass.Fset.Position(s.Pos), s.Name, len(s.Blocks), len(s.Calls))
		}
		if i == 0 {
			first = b.String()
		}
		if b.String() != first || first == "" {
			t.Fatalf("run %d differs:\n%s\nfrom\n%s", i, b.String(), first)
		}
	}
}

// TestNothing: an ill-typed package and a nil result answer nothing and do not panic.
func TestNothing(t *testing.T) {
	pass := load(t, service(1))
	pass.TypeErrors = []types.Error{{Msg: "half typed"}}
	lazy, err := ir.Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	pass.ResultOf[ir.Analyzer] = lazy
	res, err := attempts.Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	r := res.(*attempts.Result)
	if len(r.Scopes())+len(r.Entries())+len(r.Registrations())+len(r.Enclosing(nil))+r.Cuts() != 0 || r.RetriedParams(nil) != nil || r.RetriesRequest(nil) {
		t.Error("something was found in nothing")
	}
}
