// Package gclplugin makes the rules a linter of golangci-lint v2: a module plugin by the name of idemlint.
//
// "golangci-lint custom" links it in, see docs/golangci-lint.md. It changes nothing about the rules; what it adds is what
// golangci-lint lacks: it has no place for the trace of a finding (see fold.go), it applies every fix it is offered, and
// its cache does not know the files that the settings do not name.
package gclplugin

import (
	"os"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
)

// Name is the linter's name, in settings and in nolint comments.
const Name = "idemlint"

func init() { register.Plugin(Name, New) }

// New makes the plugin from what stands under linters.settings.custom.idemlint.settings.
func New(raw any) (register.LinterPlugin, error) {
	s, err := decode(raw, analyzers.Rules)
	if err != nil {
		return nil, err
	}
	return &plugin{settings: s}, nil
}

type plugin struct{ settings settings }

// GetLoadMode asks for types: the rules need them, and facts of dependencies come with them.
func (*plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers gives golangci-lint the rules that are on, and one analyzer that is there for its name, see salt.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if err := checkFiles(dir, analyzers.Rules); err != nil {
		return nil, err
	}
	if err := p.settings.apply(); err != nil {
		return nil, err
	}
	selected := p.settings.rules()
	var roots []*analysis.Analyzer
	for _, r := range analyzers.Rules {
		if r.Scope == "package" && selected.Has(r.Name) {
			roots = append(roots, wrap(r))
		}
	}
	marker, err := salt(dir, roots)
	if err != nil {
		return nil, err
	}
	return append(roots, marker), nil
}

// wrap makes a copy of a rule's analyzer that reports as golangci-lint shows things best. No analyzer requires a rule, so
// the copy is seen by nobody else.
func wrap(r rule.Entry) *analysis.Analyzer {
	own := *r.Analyzer
	own.Run = func(pass *analysis.Pass) (any, error) {
		folding := *pass
		folding.Report = func(d analysis.Diagnostic) { pass.Report(fold(pass.Fset, r.Name, d)) }
		return r.Analyzer.Run(&folding)
	}
	return &own
}

// plain is the message without the name that rule.Report appends: golangci-lint puts it in front.
func plain(message, name string) string { return strings.TrimSuffix(message, " ("+name+")") }
