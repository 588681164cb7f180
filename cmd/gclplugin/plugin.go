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
	"github.com/idemlint/idemlint/passes/config"
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

// BuildAnalyzers gives golangci-lint the rules that are on. It asks once a run.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	files, err := config.Files(dir)
	if err != nil {
		return nil, err
	}
	if err := checkFiles(files, analyzers.Rules); err != nil {
		return nil, err
	}
	if err := p.settings.apply(); err != nil {
		return nil, err
	}
	selected := p.settings.rules()
	var roots []*analysis.Analyzer
	for _, r := range analyzers.Copy(analyzers.Rules, folding) {
		if r.Scope == "package" && selected.Has(r.Name) {
			roots = append(roots, r.Analyzer)
		}
	}
	if len(files) == 0 {
		return roots, nil
	}
	return salt(dir, roots), nil
}

// folding makes an analyzer report as golangci-lint shows things best.
func folding(a *analysis.Analyzer) {
	name, run := a.Name, a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		own := *pass
		own.Report = func(d analysis.Diagnostic) { pass.Report(fold(pass.Fset, name, d)) }
		return run(&own)
	}
}

// plain is the message without the name that rule.Report appends: golangci-lint puts it in front.
func plain(message, name string) string { return strings.TrimSuffix(message, " ("+name+")") }
