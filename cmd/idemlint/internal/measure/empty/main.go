// Command empty is the tool with one analyzer that does nothing but have a fact type: what remains is the price of the
// driver. speed measures against it.
package main

import (
	"os"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/cli"
)

type nothing struct{}

func (*nothing) AFact() {}

func main() {
	info := &rule.Info{Name: "empty", Group: "keys", Scope: "package", Doc: "empty reports nothing."}
	pass := &analysis.Analyzer{
		Name:      "nothing",
		Doc:       "do nothing",
		FactTypes: []analysis.Fact{new(nothing)},
		Run:       func(*analysis.Pass) (any, error) { return nil, nil },
	}
	run := func(*analysis.Pass) (any, error) { return nil, nil }
	rules := []rule.Entry{{Info: info, Analyzer: rule.New(info, run, pass)}}
	os.Exit(cli.Main(os.Args[1:], rules, os.Stdout, os.Stderr))
}
