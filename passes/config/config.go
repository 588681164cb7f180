// Package config turns what the user asked for into one immutable value that passes and rules read.
//
// The flags live on the analyzer, where every driver that knows go/analysis can set them: our command and go vet by name
// (-level=advice), a linter plugin through Analyzer.Flags.Set. The go command hashes flags into its cache key, so a result
// that was computed under other flags is never served.
//
// The file .idemlint.yml is looked for from the package's own directory, not from the working directory: processes start in
// other directories under each driver, and all of them must read the same file. It holds for the packages of the main module
// only; what a dependency tells about itself must be the same for everybody. See file.go for how caches learn of a change.
package config

import (
	"flag"
	"go/token"
	"path/filepath"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/catalog"
)

// Config is what the user asked for: the flags, the same for every package of a run, and the file that holds for this package.
type Config struct {
	Level     Level     // the lowest level reported
	Rules     Selection // which rules run
	Tests     bool      // report in test code too
	Generated bool      // report in generated files too
	Notes     bool      // rules tell why they stay silent

	// File is the configuration file of the package, nil if there is none.
	File *File
	// Problem says why the file could not be read; the flags hold all the same.
	Problem error

	levelGiven bool   // Level was asked for by a flag, which a file does not change
	models     string // lines of the catalogue from a driver's own settings
}

// Default is the configuration without any flag.
func Default() *Config { return &Config{Level: Warning} }

// LevelGiven reports whether a flag asked for the level, so that it must be handed on even if it is the default.
func (c *Config) LevelGiven() bool { return c.levelGiven }

// Catalog is the built-in catalogue with the user's models.
func (c *Config) Catalog() (*catalog.Catalog, error) {
	cat := catalog.Default()
	if c.File != nil {
		cat = c.File.catalog
	}
	if c.models == "" {
		return cat, nil
	}
	return cat.With("models", c.models)
}

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
		Doc:        "read the flags and the configuration file of idemlint",
		ResultType: reflect.TypeFor[*Config](),
		Run: func(pass *analysis.Pass) (any, error) {
			c := *set
			c.read(pass)
			return &c, nil
		},
	}
	Define(&a.Flags, set)
	a.Flags.BoolVar(&set.Notes, "notes", false, "tell why rules stay silent")
	a.Flags.StringVar(&set.models, "models", "", "`lines` in the notation of the catalogue, as under models: in "+FileName)
	return a
}

// read adds the file. A broken one is not an error of the analyzer: in an editor that would make every rule fall silent
// without a word. The command and go vet refuse to start; elsewhere the rule about comments reports it.
func (c *Config) read(pass *analysis.Pass) {
	if !InMainModule(pass) || len(pass.Files) == 0 {
		c.models = ""
		return
	}
	c.File, c.Problem = read(filepath.Dir(pass.Fset.Position(pass.Files[0].FileStart).Filename))
}

// read reads the file that holds for code in dir, nil if there is none.
func read(dir string) (*File, error) {
	name, err := Locate(dir)
	if err != nil || name == "" {
		return nil, err
	}
	return Read(name)
}

// In is the configuration with the file that holds for dir, for a driver that judges outside any package. The file was checked at the
// start of the run; one that is broken by now counts as none.
func (c *Config) In(dir string) *Config {
	own := *c
	own.File, own.Problem = read(dir)
	return &own
}

// InMainModule reports whether the package is one that the user works on. Drivers that know no modules (nil) are believed to
// analyse nothing else in full.
func InMainModule(pass *analysis.Pass) bool { return pass.Module == nil || pass.Module.Version == "" }

// Define declares the flags that fill c.
func Define(fs *flag.FlagSet, c *Config) {
	fs.Var(&levelFlag{c}, "level", "lowest `level` reported: error, warning or advice")
	fs.Var(&c.Rules, "rules", "comma-separated `list` of rules to run; -name leaves one out")
	fs.BoolVar(&c.Tests, "tests", c.Tests, "report in test code too")
	fs.BoolVar(&c.Generated, "generated", c.Generated, "report in generated files too")
}

// levelFlag notes that the level was given.
type levelFlag struct{ c *Config }

func (f *levelFlag) String() string {
	if f.c == nil {
		return Warning.String()
	}
	return f.c.Level.String()
}

func (f *levelFlag) Set(s string) error {
	l, err := ParseLevel(s)
	if err == nil {
		f.c.Level, f.c.levelGiven = l, true
	}
	return err
}

// fileName is the name of the file that holds pos.
func fileName(pass *analysis.Pass, pos token.Pos) string { return pass.Fset.Position(pos).Filename }
