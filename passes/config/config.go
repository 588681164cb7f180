// Package config turns what the user asked for into one immutable value that passes and rules read.
//
// The flags live on the analyzer, where every driver that knows go/analysis can set them: our command and go vet by name
// (-level=advice), a linter plugin through Analyzer.Flags.Set. The go command hashes flags into its cache key, so a result
// that was computed under other flags is never served.
package config

import (
	"flag"
	"reflect"

	"golang.org/x/tools/go/analysis"
)

// Config is what the user asked for. It is the same for every package of a run.
type Config struct {
	Level     Level     // the lowest level reported
	Rules     Selection // which rules run
	Tests     bool      // report in test code too
	Generated bool      // report in generated files too
}

// Default is the configuration without any flag.
func Default() *Config { return &Config{Level: Warning} }

// Analyzer yields the *Config.
var Analyzer = newAnalyzer()

// Of returns the configuration of a pass that requires Analyzer, and the default for one that does not.
func Of(pass *analysis.Pass) *Config {
	if c, ok := pass.ResultOf[Analyzer].(*Config); ok {
		return c
	}
	return Default()
}

// newAnalyzer binds the flags to a value of their own, so that the package keeps no mutable variable;
// run hands out copies, which nobody shares.
func newAnalyzer() *analysis.Analyzer {
	set := Default()
	a := &analysis.Analyzer{
		Name:       "idemlintconfig",
		Doc:        "read the flags of idemlint",
		ResultType: reflect.TypeFor[*Config](),
		Run: func(*analysis.Pass) (any, error) {
			c := *set
			return &c, nil
		},
	}
	Define(&a.Flags, set)
	return a
}

// Define declares the flags that fill c.
func Define(fs *flag.FlagSet, c *Config) {
	fs.Var(&c.Level, "level", "lowest `level` reported: error, warning or advice")
	fs.Var(&c.Rules, "rules", "comma-separated `list` of rules to run; -name leaves one out")
	fs.BoolVar(&c.Tests, "tests", c.Tests, "report in test code too")
	fs.BoolVar(&c.Generated, "generated", c.Generated, "report in generated files too")
}
