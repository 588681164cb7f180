package gclplugin

import (
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/config"
)

// checkFiles reads the configuration files that the run will read. The passes read them again, a package at a time, where a
// mistake could only be an issue among others.
func checkFiles(files []string, rules []rule.Entry) error {
	for _, name := range files {
		f, err := config.Read(name)
		if err == nil {
			err = f.Check(ruleNames(rules))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// salt makes golangci-lint's cache know of the configuration files. It keeps issues under the names of the analyzers that made
// them and facts under the name of their pass, beside its own settings and the version of the binary; so the hash of the
// files becomes part of those names. The stamp is added to the roots: of what roots require the cache of issues knows nothing.
func salt(dir string, roots []*analysis.Analyzer) []*analysis.Analyzer {
	stamp := analyzers.Stamp(dir)
	hash := stamp.Name[strings.LastIndexByte(stamp.Name, '_'):]
	for _, a := range analyzers.All(roots) {
		if len(a.FactTypes) > 0 {
			a.Name = unsalted(a.Name) + hash
		}
	}
	return append(roots, stamp)
}

// unsalted is the name of a pass without the hash of an earlier call.
func unsalted(name string) string {
	name, _, _ = strings.Cut(name, "_")
	return name
}
