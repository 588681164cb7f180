package claims_test

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

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/schema"
)

const head = `package p
type Row interface{ Scan(...any) error }
type DB interface {
	Exec(q string, args ...any) error
	QueryRow(q string, args ...any) Row
}
`

const (
	ask = "db.QueryRow(`SELECT count(*) FROM t WHERE k = $1`, k%s).Scan(&n)\nif n > 0 { return nil }\n"
	put = "if err := db.Exec(`INSERT INTO t (k) VALUES ($1)`, k%s); err != nil { return err }\n"
)

func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
	}
	return b.String()
}

// adversaries are programs whose size is n.
var adversaries = map[string]func(n int) string{
	"questions before inserts": func(n int) string {
		return head + "func f(db DB, k string) error {\nvar n int\n" + repeat(n, fmt.Sprintf(ask, "")) + repeat(n, fmt.Sprintf(put, "")) + "return nil\n}\n"
	},
	"switch": func(n int) string {
		return head + "func f(db DB, k string, s int) error {\nvar n int\nswitch s {\n" + repeat(n, "case #:\n"+fmt.Sprintf(ask, "")+fmt.Sprintf(put, "")) + "}\nreturn nil\n}\n"
	},
	"chain of callers": func(n int) string {
		return head + "func f0(db DB, k string) error {\nvar n int\n" + fmt.Sprintf(ask, "") + "return nil\n}\n" + chain(n)
	},
	"ring": func(n int) string {
		return head + repeat(n, "func f#(db DB, k string) error {\nvar n int\n"+fmt.Sprintf(ask, "")+fmt.Sprintf(put, "")+"return r#(db, k+`x`)\n}\n") + ring(n)
	},
	"closures in closures": func(n int) string {
		n = min(n, 200)
		return head + "func f(db DB, k string) error {\n" + repeat(n, "return func() error {\n") + "var n int\n" + fmt.Sprintf(ask, "") + fmt.Sprintf(put, "") + "return nil\n" + repeat(n, "}()\n") + "}\n"
	},
	"text put together": func(n int) string {
		return head + "func f(db DB, k string) error {\nvar n int\ns := k\n" + repeat(n, "s = s + k + `#`\n") +
			"db.QueryRow(`SELECT count(*) FROM t WHERE k = $1`, s).Scan(&n)\nif n > 0 { return nil }\nreturn db.Exec(`INSERT INTO t (k) VALUES ($1)`, s)\n}\n"
	},
	"one straight block": func(n int) string {
		return head + "func f(db DB, k string) {\nvar n int\n" + repeat(n, "_ = db.QueryRow(`SELECT count(*) FROM t WHERE k = $1`, k).Scan(&n)\n_ = db.Exec(`INSERT INTO t (k) VALUES ($1)`, k)\n") + "}\n"
	},
}

func chain(n int) string {
	var b strings.Builder
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "func f%d(db DB, k string) error {\nif err := f%d(db, k); err != nil { return err }\nreturn db.Exec(`INSERT INTO t (k) VALUES ($1)`, k)\n}\n", i, i-1)
	}
	return b.String()
}

func ring(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func r%d(db DB, k string) error { return f%d(db, k) }\n", i, (i+1)%n)
	}
	return b.String()
}

// TestBounds holds that adversarial input takes neither for ever nor more than its size says. The slack is for a machine that does
// other things as well; what is quadratic exceeds it.
func TestBounds(t *testing.T) {
	for name, src := range adversaries {
		t.Run(name, func(t *testing.T) {
			small, large := measure(t, src(100)), measure(t, src(1000))
			if limit := 60*small + 10*time.Second; large > limit {
				t.Errorf("ten times the size took %v after %v", large, small)
			}
		})
	}
}

func measure(t *testing.T, src string) time.Duration {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{
		Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, ResultOf: map[*analysis.Analyzer]any{},
		ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
		ExportObjectFact:  func(types.Object, analysis.Fact) {},
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
	}
	lazy, err := ir.Analyzer.Run(pass)
	if err != nil || lazy.(*ir.Lazy).Program() == nil {
		t.Fatal("no SSA", err)
	}
	pass.ResultOf[ir.Analyzer] = lazy
	if pass.ResultOf[schema.Analyzer], err = schema.Analyzer.Run(pass); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	res, err := claims.Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	r := res.(*claims.Result)
	for _, fn := range r.Program().Funcs {
		for _, s := range r.Sides(fn) {
			for _, rec := range s.Records {
				r.FailureOf(rec)
			}
		}
	}
	return time.Since(start)
}
