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
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
	"github.com/idemlint/idemlint/passes/config"
)

var errHelp = errors.New("help asked for")

// options is the command line.
type options struct {
	cfg          config.Config
	dir, tags    string
	json, unseen bool
	failOn       threshold
	format       format
	outputs      outputs
	stdout       format // what is left for it
	suppressed   bool
	baseline     string
	newFrom      string
	fix, diff    bool
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
	o.format = text
	config.Define(fs, &o.cfg)
	fs.StringVar(&o.dir, "C", "", "change to `dir` first; file names in the output are relative to it")
	fs.StringVar(&o.tags, "tags", "", "comma-separated `list` of build tags")
	fs.Var(&o.format, "format", "write findings in this `format`: "+formatNames())
	fs.Var(&o.outputs, "o", "write to this `file` in the format of -format, and text to stdout; sarif:file names a format of its own; may be repeated")
	fs.BoolVar(&o.json, "json", false, "print JSON in the shape of go vet -json, as -format=json does")
	fs.BoolVar(&o.suppressed, "suppressed", true, "list suppressed findings in SARIF, marked as such; GitHub shows them as open, so turn it off there")
	fs.StringVar(&o.baseline, "baseline", "", "leave out the findings listed in this `file`, which idemlint baseline write makes")
	fs.StringVar(&o.newFrom, "new-from", "", "only findings on lines changed since this git `revision`; main... means since the branch left main")
	fs.BoolVar(&o.fix, "fix", false, "apply the fixes that are offered; the output lists what is left")
	fs.BoolVar(&o.diff, "diff", false, "print what -fix would change as a diff, and change nothing")
	fs.Var(&o.failOn, "fail-on", "lowest `level` that makes the exit code 1: error, warning, advice or never")
	fs.BoolVar(&o.unseen, "unseen", false, "list everything that could not be judged")
	return fs
}

func parse(args []string, rules []rule.Entry) (*options, error) {
	o, given, err := parseFlags(args, rules)
	if err != nil {
		return nil, err
	}
	if given["baseline"] && o.baseline == "" {
		return nil, errors.New("-baseline wants the name of a file")
	}
	if given["new-from"] && o.newFrom == "" {
		return nil, errors.New("-new-from wants a git revision")
	}
	return o, nil
}

// parseFlags reads the flags and tells which of them were given.
func parseFlags(args []string, rules []rule.Entry) (*options, map[string]bool, error) {
	o := &options{}
	fs := o.flagSet()
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil, nil, errHelp
	} else if err != nil {
		return nil, nil, explainFlag(err, fs)
	}
	o.patterns = fs.Args()
	for _, p := range o.patterns {
		if strings.HasPrefix(p, "-") {
			return nil, nil, fmt.Errorf("flag %s must stand before the packages", p)
		}
	}
	if err := analyzers.CheckNames(rules, o.cfg.Rules.Names()); err != nil {
		return nil, nil, fmt.Errorf("-rules: %w", err)
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if given["fail-on"] && !o.failOn.never && o.failOn.level < o.cfg.Level {
		if given["level"] {
			return nil, nil, fmt.Errorf("-fail-on=%s asks for findings that -level=%s leaves out", o.failOn.level, o.cfg.Level)
		}
		if err := fs.Set("level", o.failOn.level.String()); err != nil {
			return nil, nil, err
		}
	}
	return o, given, o.settle(given)
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

// tool are the flags for the analysis. What was not asked for is left out, so that it neither splits the cache nor overrides
// the configuration file.
func (o *options) tool() []string {
	var args []string
	if o.cfg.LevelGiven() {
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

func (o *options) exitCode(g *govet.Report, shown []report.Item) int {
	if len(g.Failed) > 0 {
		return exitTrouble
	}
	for _, it := range shown {
		if !o.failOn.never && it.Level() >= o.failOn.level {
			return exitFindings
		}
	}
	return exitClean
}
