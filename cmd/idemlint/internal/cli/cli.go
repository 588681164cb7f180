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

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/render"
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
	if len(args) > 0 {
		if sub, ok := subcommands[args[0]]; ok {
			return report(sub(args[1:], rules, stdout), stderr)
		}
	}
	o, err := parse(args, rules)
	if errors.Is(err, errHelp) {
		return report(help(nil, rules, stdout), stderr)
	}
	if err != nil {
		return report(err, stderr)
	}
	code, err := lint(o, rules, stdout, stderr)
	if err != nil {
		return report(err, stderr)
	}
	return code
}

func report(err error, stderr io.Writer) int {
	if err == nil {
		return exitClean
	}
	fmt.Fprintf(stderr, "idemlint: %v\n", err)
	return exitTrouble
}

func lint(o *options, rules []rule.Entry, stdout, stderr io.Writer) (int, error) {
	dir, err := filepath.Abs(o.dir)
	if err != nil {
		return 0, err
	}
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return 0, fmt.Errorf("-C %s: no such directory", o.dir)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	run := govet.Options{Dir: dir, Build: o.build(), Tool: o.tool(), Patterns: o.patterns}
	if file := config.Find(dir); file != "" {
		run.Env = []string{config.FileEnv + "=" + file}
	}
	p := newProgress(stderr)
	run.Progress = p.set
	r, err := govet.Run(ctx, run)
	p.stop()
	if err != nil {
		return 0, err
	}
	r.Relative(dir)
	findings := r.Tree.Findings()
	if err := write(o, r, findings, stdout); err != nil {
		return 0, err
	}
	tell(o, r, findings, rules, stderr)
	return o.exitCode(r, findings), nil
}

// write puts out what was asked for.
func write(o *options, r *govet.Report, findings []govet.Finding, stdout io.Writer) error {
	if o.json {
		return render.JSON(stdout, r, o.unseen)
	}
	styles := render.For(stdout)
	if err := render.Text(stdout, styles, findings); err != nil {
		return err
	}
	if o.unseen {
		return render.Unseen(stdout, styles, r.Unseen.Findings())
	}
	return nil
}

// tell says on stderr what the output does not: what was left out, and where to read on.
func tell(o *options, r *govet.Report, findings []govet.Finding, rules []rule.Entry, stderr io.Writer) {
	for _, f := range r.Failed {
		fmt.Fprintf(stderr, "idemlint: %s: %s\n", f.Package, render.Failure(f))
	}
	if !o.unseen {
		if line := render.UnseenSummary(r.Unseen.Findings()); line != "" {
			fmt.Fprintf(stderr, "idemlint: %s\n", line)
		}
	}
	if line := summary(findings); line != "" && !o.json {
		fmt.Fprintf(stderr, "idemlint: %s\n", line)
	}
}

// summary counts the findings and tells a newcomer where to read on.
func summary(findings []govet.Finding) string {
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
