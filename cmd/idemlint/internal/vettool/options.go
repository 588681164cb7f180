package vettool

import (
	"flag"
	"fmt"
	"io"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/config"
)

// ObserveFlag makes the tool report, under analyzers.ObserverName, which packages it analysed and what it could not see.
// Only our own driver asks for it.
const ObserveFlag = "observe"

// FreshFlag changes nothing but the go command's cache key: a result under another value of it is not served.
const FreshFlag = "fresh"

// options are the flags that the go command hands to the tool.
type options struct {
	json, fix, diff bool
	context         int
	observe, fresh  bool
	pass            []string // arguments for unitchecker
	unit            string   // the .cfg file
}

// flagSet declares the flags: ours are those of the config pass, so that a package reads there what is parsed here.
func (o *options) flagSet() *flag.FlagSet {
	fs := flag.NewFlagSet("idemlint", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	config.Analyzer.Flags.VisitAll(func(f *flag.Flag) { fs.Var(f.Value, f.Name, f.Usage) })
	fs.BoolVar(&o.json, "json", false, "emit JSON output")
	fs.BoolVar(&o.fix, "fix", false, "apply the first fix of each diagnostic")
	fs.BoolVar(&o.diff, "diff", false, "with -fix, print a diff instead")
	fs.IntVar(&o.context, "c", -1, "lines of context")
	fs.BoolVar(&o.observe, ObserveFlag, false, "report what was not seen")
	fs.BoolVar(&o.fresh, FreshFlag, false, "take no result from the cache that was computed without this flag")
	return fs
}

func parse(args []string, rules []rule.Entry) (*options, error) {
	o := &options{}
	fs := o.flagSet()
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	if fs.NArg() != 1 {
		return nil, fmt.Errorf("want one .cfg file, got %q", fs.Args())
	}
	o.unit = fs.Arg(0)
	selected := config.ParseSelection(fs.Lookup("rules").Value.String())
	if err := analyzers.CheckNames(rules, selected.Names()); err != nil {
		return nil, err
	}
	o.pass = []string{fmt.Sprintf("-json=%t", o.json), fmt.Sprintf("-fix=%t", o.fix), fmt.Sprintf("-diff=%t", o.diff), fmt.Sprintf("-c=%d", o.context)}
	return o, nil
}
