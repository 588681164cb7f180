package analyzers_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/doc/comment"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/config"
)

var update = flag.Bool("update", false, "rewrite docs/rules.md and the schema")

const (
	rulesMD = "../docs/rules.md"
	schema  = "../docs/idemlint.schema.json"
)

// TestDocs writes docs/rules.md and compares: the generator and the check are one function.
func TestDocs(t *testing.T) { current(t, rulesMD, rulesDoc(t)) }

// TestSchema does the same for the JSON schema of the configuration file, which names the rules.
func TestSchema(t *testing.T) {
	want, err := config.Schema(analyzers.Names(analyzers.Rules))
	if err != nil {
		t.Fatal(err)
	}
	current(t, schema, want)
}

func current(t *testing.T, name string, want []byte) {
	if *update {
		if err := os.WriteFile(name, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := os.ReadFile(name); !bytes.Equal(got, want) {
		t.Errorf("%s is not what the rules say: run go test ./analyzers -update", name)
	}
}

const preface = `<!-- Generated from analyzers/*/doc.go and testdata/src by "go test ./analyzers -update"; do not edit. -->
# The rules

A finding has a *level*, the harm it does if it is true: **error** and **warning** are reported by default, **advice** when asked
for with ` + "`-level=advice`" + `. A rule may report at several levels; the table names the highest. The *scope* says how much must be seen to
decide: rules of scope *package* give the same findings in every driver, rules of scope *program* only in ` + "`idemlint`" + ` itself, and only
where all packages of the module are asked for. *package, program* is a rule of the first kind to whose findings the command adds what
the whole program shows.

To silence one place, write the reason beside it, on the line, on the line above or on the function:

    //idemlint:ignore RULE the reason

| rule | reports | level | group | scope | since |
|---|---|---|---|---|---|
`

func rulesDoc(t *testing.T) []byte {
	var b bytes.Buffer
	b.WriteString(preface)
	for _, r := range analyzers.Rules {
		fmt.Fprintf(&b, "| [%[1]s](#%[1]s) | %s | %s | %s | %s | %s |\n", r.Name, strings.TrimPrefix(r.Title(), "reports "), r.Level, r.Group, scope(r), r.Since)
	}
	for _, r := range analyzers.Rules {
		fmt.Fprintf(&b, "\n## %s\n\n%s", r.Name, markdown(r))
		example(&b, "Reported", cut(t, r, "bad.go"))
		example(&b, "Accepted", cut(t, r, "good.go"))
	}
	return b.Bytes()
}

// scope says how much a rule sees, and if a part of it sees more.
func scope(r rule.Entry) string {
	if r.Program != nil && r.Scope == "package" {
		return "package, program"
	}
	return r.Scope
}

func markdown(r rule.Entry) []byte {
	doc := new(comment.Parser).Parse(r.Text())
	p := &comment.Printer{HeadingLevel: 3, HeadingID: func(*comment.Heading) string { return "" }}
	return p.Markdown(doc)
}

func example(b *bytes.Buffer, title, code string) {
	if code != "" {
		fmt.Fprintf(b, "\n### %s\n\n```go\n%s\n```\n", title, code)
	}
}

var (
	block = regexp.MustCompile(`(?ms)^// example:begin\n(.*?)^// example:end$`)
	want  = regexp.MustCompile(`[ \t]*// want .*`)
)

// cut takes the examples out of a file under test, so that what the documentation shows compiles and is reported.
func cut(t *testing.T, r rule.Entry, name string) string {
	name = filepath.Join("../testdata/src", r.Name, name)
	src, err := os.ReadFile(name)
	if err != nil {
		t.Error(err)
		return ""
	}
	var parts []string
	for _, m := range block.FindAllStringSubmatch(string(src), -1) {
		parts = append(parts, strings.TrimSpace(want.ReplaceAllString(m[1], " // reported")))
	}
	if len(parts) == 0 {
		t.Errorf("%s: no example: mark one with // example:begin and // example:end", name)
	}
	return strings.Join(parts, "\n\n")
}
