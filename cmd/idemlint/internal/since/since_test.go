package since

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
)

const diff = `diff --git a/pay.go b/pay.go
index 1111111..2222222 100644
--- a/pay.go
+++ b/pay.go
@@ -2,0 +3,2 @@ package pay
+added
+added too
@@ -10 +12 @@ func a()
-old
+new
@@ -20,2 +21,0 @@ func b()
-	guard()
-	}
@@ -30 +29,0 @@ func c()
-	// a comment
@@ -40 +38,0 @@ func d()
-	added
diff --git a/around.go b/around.go
index 1111111..2222222 100644
--- a/around.go
+++ b/around.go
@@ -1,7 +1,7 @@
 package around
-gone()
 
-was()
+is()
+is too()
 func f() {
 	stays()
+	comes()
-	moved()
 }
diff --git a/old name.go b/new "name".go
similarity index 90%
rename from old name.go
rename to "new \"name\".go"
index 1111111..2222222 100644
--- a/old name.go
+++ "b/new \"name\".go"
@@ -1 +1 @@
-}
+x
diff --git a/same.go b/moved/same.go
similarity index 100%
rename from same.go
rename to moved/same.go
diff --git a/gone.go b/gone.go
deleted file mode 100644
index 1111111..0000000
--- a/gone.go
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/fresh.go b/fresh.go
new file mode 100644
index 0000000..1111111
--- /dev/null
+++ b/fresh.go
@@ -0,0 +1 @@
+x
diff --git a/bin.go b/bin.go
index 1111111..2222222 100644
Binary files a/bin.go and b/bin.go differ
`

func TestRead(t *testing.T) {
	files, err := read(strings.NewReader(diff))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]change{
		// The comment is not missed, and the line that was added elsewhere was only moved.
		"pay.go":        {added: []span{{3, 4}, {12, 12}}, removed: []span{{12, 12}}, gaps: []span{{21, 22}}},
		`new "name".go`: {added: []span{{1, 1}}},
		// With lines around the changes, as git prints them by default.
		"around.go":     {added: []span{{3, 4}, {7, 7}}, removed: []span{{3, 4}, {7, 7}}, gaps: []span{{1, 2}}},
		"moved/same.go": {},
		"fresh.go":      {whole: true, added: []span{{1, 1}}},
		"bin.go":        {},
	}
	if len(files) != len(want) {
		t.Errorf("%d files, want %d", len(files), len(want))
	}
	for name, w := range want {
		if got := files[name]; got == nil || fmt.Sprint(*got) != fmt.Sprint(w) {
			t.Errorf("%s: %v, want %v", name, got, w)
		}
	}
	if _, err := read(strings.NewReader("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@ nonsense\nno")); err == nil {
		t.Error("half a diff is read without an error")
	}
	if files, err := read(strings.NewReader("")); err != nil || len(files) > 0 {
		t.Errorf("no diff: %v %v", files, err)
	}
}

// source has functions of known lines: first 3–7, second 9–13.
const source = `package p

func first() {
	a()
	b()
	c()
}

func second() {
	d()
	e()
	f()
}
`

func TestNew(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "sub")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"p.go", "q.go"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name    string
		change  change
		related []govet.Related
		want    bool
	}{
		{"another line", change{added: []span{{4, 4}}}, nil, false},
		{"the line", change{added: []span{{5, 5}}}, nil, true},
		{"a line inside the finding", change{added: []span{{6, 6}}}, nil, true},
		{"a new file", change{whole: true}, nil, true},
		{"code gone from the function", change{gaps: []span{{3, 4}}}, nil, true},
		{"code gone before the function", change{gaps: []span{{2, 3}}}, nil, false},
		{"code gone after the function", change{gaps: []span{{7, 8}}}, nil, false},
		{"code gone from another function", change{gaps: []span{{10, 11}}}, nil, false},
		{"code replaced in the function", change{added: []span{{4, 4}}, removed: []span{{4, 4}}}, nil, true},
		{"code replaced in another function", change{added: []span{{10, 10}}, removed: []span{{10, 10}}}, nil, false},
		{"a step", change{added: []span{{11, 11}}}, []govet.Related{{Posn: "p.go:11:2", Message: "a step"}}, true},
		{"code gone from the function of a step", change{gaps: []span{{11, 12}}}, []govet.Related{{Posn: "p.go:10:2", Message: "a step"}}, true},
		{"another line than the step", change{added: []span{{12, 12}}}, []govet.Related{{Posn: "p.go:11:2", Message: "a step"}}, false},
		{"a step in another package", change{added: []span{{12, 12}}}, []govet.Related{{Posn: "p.go:5:2", Message: "born at p.go:12"}}, true},
		{"a step in a file of another name", change{added: []span{{12, 12}}}, []govet.Related{{Posn: "p.go:5:2", Message: "born at other.go:12"}}, false},
		{"the mend is no step", change{added: []span{{12, 12}}}, []govet.Related{{Posn: "p.go:12:2", Message: "help: do it"}}, false},
	} {
		c := newChanges(root, map[string]*change{"sub/p.go": &test.change})
		r := report.New(dir, []govet.Finding{
			{Rule: "r", Diagnostic: govet.Diagnostic{Posn: "p.go:5:2", End: "p.go:6:5", Message: "m (r)", Related: test.related}},
			{Rule: "r", Diagnostic: govet.Diagnostic{Posn: "q.go:5:2", Message: "m (r)"}},
		})
		if got := c.New(r, &r.Items[0]); got != test.want {
			t.Errorf("%s: %t, want %t", test.name, got, test.want)
		}
		if c.New(r, &r.Items[1]) {
			t.Errorf("%s: a finding in a file without changes is new", test.name)
		}
	}
}

// FuzzRead: whatever git may print, the reader neither panics nor makes up lines.
func FuzzRead(f *testing.F) {
	f.Add(diff)
	f.Add("diff --git \"a/\\303\\244.go\" \"b/\\303\\244.go\"\n--- \"a/\\303\\244.go\"\n+++ \"b/\\303\\244.go\"\n@@ -1,0 +2 @@\n+x\n\\ No newline at end of file\n")
	f.Fuzz(func(t *testing.T, diff string) {
		files, err := read(strings.NewReader(diff))
		if err != nil {
			return
		}
		for name, c := range files {
			if name == "" {
				t.Error("a file without a name")
			}
			for _, s := range c.added {
				if s.to < s.from {
					t.Errorf("%s: lines %v", name, s)
				}
			}
		}
	})
}
