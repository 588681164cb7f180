package analyzers_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
)

var groups = []string{"keys", "claims", "retries", "boundary", "consumers", "lifetimes", "comments"}

// TestRules holds what every rule must have.
func TestRules(t *testing.T) {
	var all []*analysis.Analyzer
	names := map[string]bool{analyzers.ObserverName: true}
	for _, r := range analyzers.Rules {
		all = append(all, r.Analyzer)
		if names[r.Name] {
			t.Errorf("%s: name is taken", r.Name)
		}
		names[r.Name] = true
		if r.Analyzer.Name != r.Name {
			t.Errorf("%s: its analyzer is called %s", r.Name, r.Analyzer.Name)
		}
		if !slices.Contains(groups, r.Group) {
			t.Errorf("%s: group %q, want one of %v", r.Name, r.Group, groups)
		}
		if r.Scope != "package" && r.Scope != "program" {
			t.Errorf("%s: scope %q, want package or program", r.Name, r.Scope)
		}
		if r.Scope == "program" && r.Program == nil {
			t.Errorf("%s: of scope program, and nothing decides", r.Name)
		}
		if r.Since == "" {
			t.Errorf("%s: since which version?", r.Name)
		}
		if !strings.HasPrefix(r.Title(), "reports ") {
			t.Errorf("%s: doc.go begins %q, want \"Package %s reports …\"", r.Name, r.Title(), r.Name)
		}
		if len(r.Analyzer.FactTypes) > 0 {
			t.Errorf("%s: rules have no facts; facts belong to a pass", r.Name)
		}
	}
	all = append(all, analyzers.Observer(analyzers.Rules))
	if err := analysis.Validate(all); err != nil {
		t.Error(err)
	}
}

// TestFolders holds that every folder is a rule of the list, and what it contains.
func TestFolders(t *testing.T) {
	for _, dir := range ruleDirs(t) {
		if !slices.ContainsFunc(analyzers.Rules, func(e rule.Entry) bool { return e.Name == dir }) {
			t.Errorf("analyzers/%s is not in analyzers.Rules", dir)
		}
		doc := parse(t, filepath.Join(dir, "doc.go"))
		if len(doc.Decls) > 0 || doc.Doc == nil {
			t.Errorf("analyzers/%s/doc.go: want the package comment and nothing else", dir)
		}
		if _, err := os.Stat(filepath.Join(dir, dir+"_test.go")); err != nil {
			t.Error(err)
		}
		src := filepath.Join("../testdata/src", dir)
		if !fileContains(t, filepath.Join(src, "bad.go"), "// want ") {
			t.Errorf("%s/bad.go: no // want", src)
		}
		if fileContains(t, filepath.Join(src, "good.go"), "// want ") {
			t.Errorf("%s/good.go: has a // want", src)
		}
	}
}

// TestMessages holds that messages and mends read well after "file:1:2: " and in the middle of a sentence.
func TestMessages(t *testing.T) {
	for _, dir := range ruleDirs(t) {
		files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			ast.Inspect(parse(t, name), func(n ast.Node) bool {
				kv, ok := n.(*ast.KeyValueExpr)
				if !ok {
					return true
				}
				if key, ok := kv.Key.(*ast.Ident); ok && (key.Name == "Message" || key.Name == "Help") {
					checkProse(t, name, key.Name, kv.Value)
				}
				return true
			})
		}
	}
}

func checkProse(t *testing.T, file, what string, e ast.Expr) {
	var texts []string
	ast.Inspect(e, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil {
				texts = append(texts, s)
			}
		}
		return true
	})
	if len(texts) == 0 {
		return
	}
	if first := []rune(texts[0]); len(first) > 1 && unicode.IsUpper(first[0]) && !unicode.IsUpper(first[1]) {
		t.Errorf("%s: %s begins with a capital: %q", file, what, texts[0])
	}
	if strings.HasSuffix(texts[len(texts)-1], ".") {
		t.Errorf("%s: %s ends with a full stop: %q", file, what, texts[len(texts)-1])
	}
}

var importPath = regexp.MustCompile(`(https?://)?\b[a-z0-9-]+\.(?:com|org|io|net|dev|in|sh)/[\w./-]+`)

// TestNoLibraries holds that rules know libraries through the catalogue only.
func TestNoLibraries(t *testing.T) {
	own := regexp.MustCompile(`^(github\.com/idemlint/idemlint|golang\.org/x/tools)\b`)
	for _, dir := range append(ruleDirs(t), "rule", ".") {
		files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range importPath.FindAllSubmatch(src, -1) {
				if len(m[1]) == 0 && !own.Match(m[0]) {
					t.Errorf("%s names %s: what libraries do is data in passes/catalog/data", name, m[0])
				}
			}
		}
	}
}

func ruleDirs(t *testing.T) []string {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var dirs []string
	for _, e := range entries {
		if e.IsDir() && e.Name() != "rule" {
			dirs = append(dirs, e.Name())
		}
	}
	return dirs
}

func parse(t *testing.T, name string) *ast.File {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func fileContains(t *testing.T, name, text string) bool {
	src, err := os.ReadFile(name)
	if err != nil {
		t.Error(err)
	}
	return strings.Contains(string(src), text)
}
