// Package cli is the command as a person sees it: flags, subcommands, exit codes. The work is done in govet and render.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/program"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/render"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/vettool"
	"github.com/idemlint/idemlint/passes/config"
)

// Exit codes.
const (
	exitClean    = 0 // nothing found at the level that fails
	exitFindings = 1
	exitTrouble  = 2 // bad usage, or packages that were not analysed
)

// Main runs the command, or answers the go command when it is the one that calls.
func Main(args []string, rules []rule.Entry, stdout, stderr io.Writer) int {
	if vettool.Asked(args) {
		return vettool.Main(args, rules, stdout, stderr)
	}
	if len(args) > 0 && args[0] == "baseline" {
		code, err := editBaseline(args[1:], rules, stdout, stderr)
		if err != nil {
			return complain(err, stderr)
		}
		return code
	}
	if len(args) > 0 {
		if sub, ok := subcommands[args[0]]; ok {
			return complain(sub(args[1:], rules, stdout), stderr)
		}
	}
	o, err := parse(args, rules)
	if errors.Is(err, errHelp) {
		return complain(help(nil, rules, stdout), stderr)
	}
	if err != nil {
		return complain(err, stderr)
	}
	code, err := lint(o, rules, stdout, stderr)
	if err != nil {
		return complain(err, stderr)
	}
	return code
}

func complain(err error, stderr io.Writer) int {
	if err == nil {
		return exitClean
	}
	fmt.Fprintf(stderr, "idemlint: %v\n", err)
	return exitTrouble
}

func lint(o *options, rules []rule.Entry, stdout, stderr io.Writer) (int, error) {
	dir, err := o.directory()
	if err != nil {
		return 0, err
	}
	// What may go wrong with the flags goes wrong before the work.
	if err := o.checkOutputs(dir); err != nil {
		return 0, err
	}
	pick, err := o.picker(dir)
	if err != nil {
		return 0, err
	}
	g, r, err := analyse(o, dir, rules, stderr)
	if err != nil {
		return 0, err
	}
	pick(g, r, stderr)
	if o.diff {
		return preview(g, r, stdout, stderr)
	}
	if o.fix {
		changed, err := mend(r, stderr)
		if err != nil {
			return 0, err
		}
		if changed {
			// The lines have moved.
			if pick, err = o.picker(dir); err != nil {
				return 0, err
			}
			if g, r, err = analyse(o, dir, rules, stderr); err != nil {
				return 0, err
			}
			pick(g, r, io.Discard)
		}
	}
	if err := o.write(g, r, stdout, stderr); err != nil {
		return 0, err
	}
	tell(o, g, r, stderr)
	return o.exitCode(g, r.Shown()), nil
}

// directory is where to work.
func (o *options) directory() (string, error) {
	dir, err := filepath.Abs(o.dir)
	if err != nil {
		return "", err
	}
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return "", fmt.Errorf("-C %s: no such directory", o.dir)
	}
	return dir, nil
}

// inDir resolves a file name given on the command line: -C comes before it.
func (o *options) inDir(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// analyse runs the analysis and works out what the outputs need.
func analyse(o *options, dir string, rules []rule.Entry, stderr io.Writer) (*govet.Report, *report.Report, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := config.CheckIn(dir, analyzers.Names(rules)); err != nil {
		return nil, nil, err
	}
	run := govet.Options{Dir: dir, Build: o.build(), Tool: o.tool(), Patterns: o.patterns, Program: program.Any(rules)}
	p := newProgress(stderr)
	run.Progress = p.set
	g, err := govet.Run(ctx, run)
	p.stop()
	if err != nil {
		return nil, nil, err
	}
	if err := program.Decide(g, program.Options{Rules: rules, Config: &o.cfg}); err != nil {
		return nil, nil, err
	}
	g.Relative(dir)
	all := govet.Tree{}
	all.Merge(g.Tree)
	all.Merge(g.Silenced)
	r := report.New(dir, all.Findings())
	r.Version, r.Rules, r.Failed, r.NotRun = vettool.Version(), rules, g.Failed, g.Why
	return g, r, nil
}

// tell says on stderr what the output does not: what was left out, and where to read on.
func tell(o *options, g *govet.Report, r *report.Report, stderr io.Writer) {
	failures(g, stderr)
	if !o.unseen {
		if g.Why != "" {
			fmt.Fprintf(stderr, "idemlint: %s\n", g.Why)
		}
		if line := render.UnseenSummary(g.Unseen.Findings()); line != "" {
			fmt.Fprintf(stderr, "idemlint: %s\n", line)
		}
	}
	if line := summary(r.Shown()); line != "" && o.stdout == text {
		fmt.Fprintf(stderr, "idemlint: %s\n", line)
	}
}

// failures names what was not analysed.
func failures(g *govet.Report, stderr io.Writer) {
	for _, f := range g.Failed {
		fmt.Fprintf(stderr, "idemlint: %s: %s\n", f.Package, render.Failure(f))
	}
}

// summary counts the findings and tells a newcomer where to read on.
func summary(findings []report.Item) string {
	if len(findings) == 0 {
		return ""
	}
	counts := map[config.Level]int{}
	for _, f := range findings {
		counts[f.Level()]++
	}
	text := ""
	for _, l := range config.Levels() {
		if n := counts[l]; n > 0 {
			if text != "" {
				text += ", "
			}
			text += plural(n, l.String())
		}
	}
	return text + fmt.Sprintf(" (more: idemlint explain %s)", findings[0].Rule)
}

func plural(n int, word string) string {
	if n == 1 || word == config.Advice.String() {
		return fmt.Sprintf("%d %s", n, word)
	}
	return fmt.Sprintf("%d %ss", n, word)
}
