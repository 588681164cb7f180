package gclplugin

import (
	"crypto/sha256"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/config"
)

// checkFiles reads the configuration files that the run will read. The passes read them again, a package at a time, where a
// mistake could only be an issue among others.
func checkFiles(dir string, rules []rule.Entry) error {
	files, err := config.Files(dir)
	if err != nil {
		return err
	}
	var names []string
	for _, r := range rules {
		names = append(names, r.Name)
	}
	for _, name := range files {
		f, err := config.Read(name)
		if err == nil {
			err = f.Check(names)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// salt makes golangci-lint's cache know of the configuration files. It keeps issues under the names of the analyzers that made
// them and facts under the name of their pass, beside its own settings and the version of the binary; so the hash of the
// files becomes part of those names. The analyzer returned does nothing but stand for it in the cache of issues.
func salt(dir string, roots []*analysis.Analyzer) (*analysis.Analyzer, error) {
	h := sha256.New()
	if err := config.HashIn(h, dir); err != nil {
		return nil, err
	}
	hash := fmt.Sprintf("_%x", h.Sum(nil)[:8])
	for _, a := range analyzers.All(roots) {
		if len(a.FactTypes) > 0 {
			a.Name = passName(a.Name) + hash
		}
	}
	return &analysis.Analyzer{
		Name: Name + hash,
		Doc:  "stand for the configuration files in the cache",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}, nil
}

// passName is the name of a pass without the hash of an earlier call.
func passName(name string) string {
	const hash = len("_") + 16
	if len(name) > hash && name[len(name)-hash] == '_' {
		return name[:len(name)-hash]
	}
	return name
}
