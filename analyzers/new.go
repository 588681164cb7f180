//go:build ignore

// This program writes the files of a new rule and registers it:
//
//	go run ./analyzers/new.go NAME GROUP
//
// It is run from the root of the repository.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("new: ")
	root := flag.String("root", ".", "root of the repository")
	flag.Parse()
	if flag.NArg() != 2 {
		log.Fatal("usage: go run ./analyzers/new.go NAME GROUP")
	}
	if err := write(*root, flag.Arg(0), flag.Arg(1)); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("wrote analyzers/%[1]s and testdata/src/%[1]s; next: the rule, its examples, go test ./analyzers/... -update\n", flag.Arg(0))
}

func write(root, name, group string) error {
	if !regexp.MustCompile(`^[a-z]+$`).MatchString(name) {
		return fmt.Errorf("%q: a rule is called by lower-case letters only", name)
	}
	dir := filepath.Join(root, "analyzers", name)
	if _, err := os.Stat(dir); err == nil {
		return fmt.Errorf("%s exists", dir)
	}
	for file, text := range templates {
		file = filepath.Join(root, strings.ReplaceAll(file, "NAME", name))
		text = strings.NewReplacer("NAME", name, "GROUP", group, "BACKQUOTE", "`").Replace(text)
		src, err := format.Source([]byte(text))
		if err != nil {
			return fmt.Errorf("%s: %v", file, err)
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, src, 0o666); err != nil {
			return err
		}
	}
	return register(filepath.Join(root, "analyzers", "analyzers.go"), name)
}

// register adds the import and the line in the list.
func register(file, name string) error {
	src, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	src = bytes.Replace(src, []byte("import (\n"), []byte("import (\n\t\"github.com/idemlint/idemlint/analyzers/"+name+"\"\n"), 1)
	const list = "var faults = []rule.Entry{"
	at := bytes.Index(src, []byte(list))
	if at < 0 {
		return fmt.Errorf("%s: no %q", file, list)
	}
	end := at + bytes.IndexByte(src[at:], '}')
	if i := bytes.Index(src[at:], []byte("\n}")); i >= 0 {
		end = at + i + 1
	}
	line := fmt.Sprintf("\t{Info: %[1]s.Info, Analyzer: %[1]s.Analyzer},\n", name)
	if src[end-1] != '\n' {
		line = "\n" + line
	}
	src = append(src[:end:end], append([]byte(line), src[end:]...)...)
	if src, err = format.Source(src); err != nil {
		return err
	}
	return os.WriteFile(file, src, 0o666)
}

var templates = map[string]string{
	"analyzers/NAME/doc.go": `// Package NAME reports calls of Fault.
//
// Why it hurts: say what happens to whom.
//
// # How to fix it
//
// Say what to write instead.
//
// # What it does not see
//
// Say where it is silent although there may be a fault.
package NAME
`,
	"analyzers/NAME/NAME.go": `package NAME

import (
	_ "embed"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "NAME", Group: "GROUP", Level: rule.Warning, Scope: "package", Since: "unreleased", Doc: doc}

// Analyzer reports calls of Fault. Ask the passes (origin, effects, attempts) rather than the syntax, and add them here.
var Analyzer = rule.New(Info, run)

func run(pass *analysis.Pass) (any, error) {
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "Fault" {
				rule.Report(pass, Info, rule.Finding{
					Pos: call.Pos(), End: call.End(), Level: rule.Warning, Evidence: trace.Proved,
					Message: "call of Fault",
					Trace:   []trace.Step{{Pos: call.Pos(), Text: "called here"}},
					Help:    "leave the call out",
				})
			}
			return true
		})
	}
	return nil, nil
}
`,
	"analyzers/NAME/NAME_test.go": `package NAME_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/idemlint/idemlint/analyzers/NAME"
)

func Test(t *testing.T) {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, NAME.Analyzer, "NAME")
}
`,
	"testdata/src/NAME/bad.go": `package NAME

func Fault() {}

// example:begin

func bad() {
	Fault() // want BACKQUOTEcall of Fault \(NAME\)BACKQUOTE
}

// example:end
`,
	"testdata/src/NAME/good.go": `package NAME

// example:begin

func good() {
	// Nothing is called.
}

// example:end
`,
	"testdata/src/NAME/limits.go": `package NAME

// A call through a variable is not seen.
func limit() {
	f := Fault
	f()
}
`,
}
