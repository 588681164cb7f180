package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/passes/config"
)

var errHelp = errors.New("help asked for")

// options is the command line.
type options struct {
	cfg          config.Config
	dir, tags    string
	json, unseen bool
	failOn       threshold
	patterns     []string
}

// threshold is a level, or never.
type threshold struct {
	level config.Level
	never bool
}

// String implements flag.Value.
func (t *threshold) String() string {
	if t.never {
		return "never"
	}
	return t.level.String()
}

// Set implements flag.Value.
func (t *threshold) Set(s string) error {
	if s == "never" {
		t.never = true
		return nil
	}
	level, err := config.ParseLevel(s)
	if err != nil {
		return fmt.Errorf("unknown level %q: want error, warning, advice or never", s)
	}
	*t = threshold{level: level}
	return nil
}

func (o *options) flagSet() *flag.FlagSet {
	fs := flag.NewFlagSet("idemlint", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	o.cfg = *config.Default()
	o.failOn = threshold{level: config.Warning}
	config.Define(fs, &o.cfg)
	fs.StringVar(&o.dir, "C", "", "change to `dir` first; file names in the output are relative to it")
	fs.StringVar(&o.tags, "tags", "", "comma-separated `list` of build tags")
	fs.BoolVar(&o.json, "json", false, "print JSON in the shape of go vet -json")
	fs.Var(&o.failOn, "fail-on", "lowest `level` that makes the exit code 1: error, warning, advice or never")
	fs.BoolVar(&o.unseen, "unseen", false, "list everything that could not be judged")
	return fs
}

func parse(args []string, rules []rule.Entry) (*options, error) {
	o := &options{}
	fs := o.flagSet()
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil, errHelp
	} else if err != nil {
		return nil, explainFlag(err, fs)
	}
	o.patterns = fs.Args()
	for _, p := range o.patterns {
		if strings.HasPrefix(p, "-") {
			return nil, fmt.Errorf("flag %s must stand before the packages", p)
		}
	}
	if err := analyzers.CheckNames(rules, o.cfg.Rules.Names()); err != nil {
		return nil, fmt.Errorf("-rules: %w", err)
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if given["fail-on"] && !o.failOn.never && o.failOn.level < o.cfg.Level {
		if given["level"] {
			return nil, fmt.Errorf("-fail-on=%s asks for findings that -level=%s leaves out", o.failOn.level, o.cfg.Level)
		}
		o.cfg.Level = o.failOn.level
	}
	return o, nil
}

// explainFlag adds the flags there are to a complaint about one that is not.
func explainFlag(err error, fs *flag.FlagSet) error {
	if !strings.Contains(err.Error(), "not defined") {
		return err
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
	return fmt.Errorf("%w: want one of %s", err, strings.Join(names, ", "))
}

// build are the flags for the go command's own part.
func (o *options) build() []string {
	if o.tags == "" {
		return nil
	}
	return []string{"-tags=" + o.tags}
}

// tool are the flags for the analysis. Defaults are left out, so that they do not split the cache.
func (o *options) tool() []string {
	var args []string
	def := config.Default()
	if o.cfg.Level != def.Level {
		args = append(args, "-level="+o.cfg.Level.String())
	}
	if s := o.cfg.Rules.String(); s != "" {
		args = append(args, "-rules="+s)
	}
	if o.cfg.Tests {
		args = append(args, "-tests")
	}
	if o.cfg.Generated {
		args = append(args, "-generated")
	}
	return args
}

func (o *options) exitCode(r *govet.Report, findings []govet.Finding) int {
	if len(r.Failed) > 0 {
		return exitTrouble
	}
	for _, f := range findings {
		if !o.failOn.never && f.Level() >= o.failOn.level {
			return exitFindings
		}
	}
	return exitClean
}
