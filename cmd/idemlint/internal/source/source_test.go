package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const code = `package p

var total, rest = compute(1), 2

type T struct{ f func() }

func (t *T) Charge(ctx context.Context) error {
	return retry(func() error {
		return t.client.Refunds.New(ctx, amount /* cents */, "EUR")
	})
}

func (l List[E]) Each() { l.each() }

func Plain() {
	if err := try(func() { a(); b() }); err != nil {
	}
}
`

// at finds the place of the text between two bars, and takes the bars away.
func at(t *testing.T, marked string) (f *File, line, col int) {
	t.Helper()
	before, after, ok := strings.Cut(marked, "|")
	if !ok {
		t.Fatal("no mark")
	}
	f = New("p.go", []byte(before+after))
	line, col = f.Position(len(before))
	return f, line, col
}

func TestFunction(t *testing.T) {
	for mark, want := range map[string]string{
		"|compute":          "total, rest",
		"f |func()":         "T",
		"t.client|.Refunds": "T.Charge",
		"l.|each()":         "List.Each",
		"err := |try(":      "Plain",
		"|package p":        "",
		"}\n\nfunc Plai|n":  "Plain",
	} {
		f, line, col := at(t, strings.Replace(code, strings.Replace(mark, "|", "", 1), mark, 1))
		if got := f.Function(line, col); got != want {
			t.Errorf("%s: %q, want %q", mark, got, want)
		}
	}
	f := New("p.go", []byte(code))
	for _, p := range [][2]int{{0, 1}, {1, 0}, {1000, 1}, {3, 1000}} {
		if got := f.Function(p[0], p[1]); got != "" {
			t.Errorf("%v lies in %q", p, got)
		}
	}
	if got := New("p.sql", []byte("SELECT 1")).Function(1, 1); got != "" {
		t.Errorf("SQL lies in %q", got)
	}
}

func TestExpression(t *testing.T) {
	const call = `t . client . Refunds . New ( ctx , amount , "EUR" )`
	for mark, want := range map[string]string{
		"|t.client.Refunds":                call, // where the expression begins
		"Refunds.New|(":                    call, // where SSA has a call
		"|amount":                          "amount",
		"|retry(":                          "retry ( func ( ) error {…} )",
		"|if err":                          "if err := try ( func ( ) {…} ) ; err != nil {…}",
		"|func Plain":                      "func Plain ( )",
		"// |x":                            "",
		"|compute":                         "compute ( 1 )",
		"func() { a(|); b() })":            "a ( )",
		"return t.client.Refunds.Ne|w(ctx": "New", // no position that the analysis gives; the smallest around it
	} {
		src := strings.Replace(code, "func Plain", "// x\nfunc Plain", 1)
		f, line, col := at(t, strings.Replace(src, strings.Replace(mark, "|", "", 1), mark, 1))
		if got := f.Expression(line, col); got != want {
			t.Errorf("%s: %q, want %q", mark, got, want)
		}
	}
}

func TestDeclarationLines(t *testing.T) {
	f := New("p.go", []byte(code))
	for line, want := range map[int][2]int{1: {}, 2: {}, 3: {3, 3}, 7: {7, 11}, 11: {7, 11}, 12: {}, 13: {13, 13}, 15: {15, 18}, 99: {}} {
		from, to, ok := f.DeclarationLines(line)
		if ok != (want[0] > 0) || ok && (from != want[0] || to != want[1]) {
			t.Errorf("line %d: %d to %d, %t, want %v", line, from, to, ok, want)
		}
	}
}

// TestExpressionLayout: however the code is laid out and commented, it reads the same.
func TestExpressionLayout(t *testing.T) {
	same := []string{
		"package p\nfunc f() { |f(a, T{1, 2}, func() { x() }) }",
		"package p\nfunc f() {\n\t|f(\n\t\ta, // why\n\t\tT{\n\t\t\t1,\n\t\t\t2,\n\t\t},\n\t\tfunc() {\n\t\t\ty()\n\t\t\tz()\n\t\t},\n\t)\n}",
		"package p\r\nfunc f() {\r\n |f( a ,T{ 1,2 }, /* c */ func ( ) { } )\r\n}",
	}
	for _, s := range same {
		f, line, col := at(t, s)
		if got, want := f.Expression(line, col), "f ( a , T { 1 , 2 } , func ( ) {…} )"; got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestColumns(t *testing.T) {
	f := New("p.go", []byte("ab\n\"ä😀\" x\n"))
	for _, test := range []struct{ line, col, want int }{
		{1, 1, 1}, {1, 3, 3}, {2, 2, 2}, {2, 4, 3}, {2, 8, 5}, {2, 10, 7},
		{9, 4, 4}, {2, 400, 400}, {1, 0, 1}, // places that are not there stay as they are
	} {
		if got := f.Column(test.line, test.col); got != test.want {
			t.Errorf("%d:%d: %d, want %d", test.line, test.col, got, test.want)
		}
	}
	for off, want := range map[int][2]int{0: {1, 1}, 2: {1, 3}, 3: {2, 1}, 14: {3, 1}, -5: {1, 1}, 99: {3, 1}} {
		if line, col := f.Position(off); line != want[0] || col != want[1] {
			t.Errorf("offset %d: %d:%d, want %v", off, line, col, want)
		}
	}
}

func TestPackageAndRoot(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod": "module example.com/m // why\n\ngo 1.25\n", "a/b/c.go": "", "nested/go.mod": "module \"example.com/n\"\n", "nested/x/y.go": "", ".git": "gitdir: elsewhere\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	fs := NewFiles()
	for file, want := range map[string]string{"m.go": "example.com/m", "a/b/c.go": "example.com/m/a/b", "nested/x/y_test.go": "example.com/n/x"} {
		if got := fs.Package(filepath.Join(dir, file)); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
	if got := Root(filepath.Join(dir, "nested", "x")); got != dir {
		t.Errorf("root %s, want %s", got, dir)
	}
	if err := os.Remove(filepath.Join(dir, ".git")); err != nil {
		t.Fatal(err)
	}
	// The folder for temporary files may itself lie in a repository.
	if got := Root(filepath.Join(dir, "nested", "x")); !strings.HasPrefix(dir, got) && got != filepath.Join(dir, "nested") {
		t.Errorf("root %s without a repository", got)
	}
}

// FuzzExpression: no file and no position makes it panic or write more than one line.
func FuzzExpression(f *testing.F) {
	f.Add(code, 9, 30)
	f.Add("package p\nfunc f() { `a\nb` + }", 2, 12)
	f.Fuzz(func(t *testing.T, src string, line, col int) {
		file := New("p.go", []byte(src))
		file.Function(line, col)
		file.Column(line, col)
		file.DeclarationLines(line)
		file.Expression(line, col)
	})
}

// TestStatements: in SQL the declaration is the statement, without the comments between two of them.
func TestStatements(t *testing.T) {
	f := New("a.sql", []byte("-- one\n\nCREATE TABLE a (\n  x int, -- half;\n  y int\n);\nDROP TABLE b; -- gone\n\n-- last\nSELECT 1\n"))
	for line, want := range map[int][2]int{1: {}, 2: {}, 3: {3, 6}, 5: {3, 6}, 6: {3, 6}, 7: {7, 7}, 8: {}, 9: {}, 10: {10, 10}, 0: {}, 99: {}} {
		from, to, ok := f.DeclarationLines(line)
		if ok != (want[0] > 0) || ok && (from != want[0] || to != want[1]) {
			t.Errorf("line %d: %d to %d, %t, want %v", line, from, to, ok, want)
		}
	}
}
