package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/atomicfile"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/baseline"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/source"
)

const baselineUsage = "usage: idemlint baseline write|prune [-baseline file] [flags] [packages]"

// editBaseline is the subcommand "baseline": write accepts all findings of now, prune drops entries that are gone.
func editBaseline(args []string, rules []rule.Entry, stdout, stderr io.Writer) (int, error) {
	if len(args) == 0 || args[0] != "write" && args[0] != "prune" {
		word := ""
		if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
			word = fmt.Sprintf("unknown word %q: want write or prune; ", args[0])
		}
		return 0, errors.New(word + baselineUsage)
	}
	o, given, err := parseFlags(args[1:], rules)
	if errors.Is(err, errHelp) {
		_, err = fmt.Fprintf(stdout, "%s\n\nwrite accepts all findings of now, prune drops entries that no longer occur. The file is %s unless -baseline names another.\n", baselineUsage, baseline.FileName)
		return exitClean, err
	}
	if err != nil {
		return 0, err
	}
	for _, name := range []string{"format", "o", "json", "new-from", "fail-on", "unseen", "suppressed", "fix", "diff"} {
		if given[name] {
			return 0, fmt.Errorf("-%s has no meaning for baseline %s", name, args[0])
		}
	}
	if o.baseline == "" {
		o.baseline = baseline.FileName
	}
	dir, err := o.directory()
	if err != nil {
		return 0, err
	}
	name := o.inDir(dir, o.baseline)
	old, oldErr := baseline.Load(name)
	if args[0] == "prune" {
		if oldErr != nil {
			return 0, oldErr
		}
		if why := old.Narrower(&o.cfg); why != "" {
			return 0, fmt.Errorf("%s: %s, and so must this run be", o.baseline, why)
		}
	} else if _, err := os.Stat(name); err == nil && oldErr != nil {
		fmt.Fprintf(stderr, "idemlint: %v: replaced\n", oldErr)
	}
	g, r, err := analyse(o, dir, rules, stderr)
	if err != nil {
		return 0, err
	}
	failures(g, stderr)
	run := o.baselineRun(dir, g)
	next, gone := baseline.Of(r.Shown(), &o.cfg), []baseline.Gone(nil)
	if old != nil && args[0] == "write" {
		next.Keep(old, run)
	}
	if args[0] == "prune" {
		next, gone = old.Prune(old.Apply(r.Items, ""), run)
	}
	for _, e := range gone {
		fmt.Fprintf(stdout, "gone: %s\n", e)
	}
	data, err := next.Bytes()
	if err != nil {
		return 0, err
	}
	if args[0] == "write" || len(gone) > 0 {
		if err := atomicfile.Write(name, data); err != nil {
			return 0, err
		}
	}
	fmt.Fprintf(stdout, "%s: %s; use it with idemlint -baseline %s\n", o.baseline, plural(next.Count(), "finding"), o.baseline)
	if len(g.Failed) > 0 {
		return exitTrouble, nil
	}
	return exitClean, nil
}

// baselineRun says what this run was able to find.
func (o *options) baselineRun(dir string, g *govet.Report) baseline.Run {
	looked := map[string]bool{}
	for _, p := range g.Analysed {
		looked[p] = true
	}
	for _, f := range g.Failed {
		delete(looked, f.Package)
	}
	root, module := source.Module(dir)
	return baseline.Run{
		Level: o.cfg.Level,
		Rule:  func(name string) bool { return o.cfg.Rules.Has(name) && !slices.Contains(g.NotRun, name) },
		Looked: func(pkg string) bool {
			if looked[pkg] {
				return true
			}
			// A package that is not there any more is never analysed.
			rel, ok := strings.CutPrefix(pkg+"/", module+"/")
			if !ok || module == "" {
				return false
			}
			files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(rel), "*.go"))
			return err == nil && len(files) == 0
		},
	}
}

// accept applies the baseline that -baseline names, and tells which of its entries are gone.
func (o *options) accept(b *baseline.Baseline, dir string, g *govet.Report, r *report.Report, stderr io.Writer) {
	unused := b.Apply(r.Items, "listed in "+filepath.ToSlash(o.baseline))
	if b.Narrower(&o.cfg) != "" {
		return
	}
	_, gone := b.Prune(unused, o.baselineRun(dir, g))
	for _, e := range gone {
		fmt.Fprintf(stderr, "idemlint: %s: no longer there: %s\n", o.baseline, e)
	}
	if len(gone) > 0 {
		fmt.Fprintf(stderr, "idemlint: %s can shrink: idemlint baseline prune%s\n", o.baseline, o.pruneArgs())
	}
}

// pruneArgs are those that differ from what prune takes by itself.
func (o *options) pruneArgs() string {
	var args []string
	if filepath.Clean(o.baseline) != baseline.FileName {
		args = append(args, "-baseline", o.baseline)
	}
	return strings.Join(slices.Insert(append(args, o.patterns...), 0, ""), " ")
}
