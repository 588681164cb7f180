// Package govet runs "go vet" with this binary as its tool and collects what comes back.
//
// The go command does the work that a driver of our own would have to do again: loading, parallelism, and a cache of facts
// and diagnostics by content. Its one weakness is that it stops at the first package it cannot load; see survivors.go.
package govet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/vettool"
)

// Options say what to run.
type Options struct {
	Dir      string   // working directory, "" for the current one
	Build    []string // build flags for both go vet and go list, such as -tags=x
	Tool     []string // flags for the analysis, such as -level=advice
	Env      []string // additions to the environment
	Patterns []string
	// Program: rules about the whole program want to know whether all of the main module was asked for.
	Program bool
	// Progress is called with the number of packages analysed so far; may be nil.
	Progress func(done int)
}

// Report is what a run brought.
type Report struct {
	Tree Tree // findings only: nothing of the observer
	// Unseen holds the observer's items, by package id.
	Unseen Tree
	// Silenced holds the findings that a comment in the code keeps from being shown; the last related line is its reason.
	Silenced Tree
	// Observed holds what packages tell program rules, by package id; Records reads it.
	Observed Tree
	// Partial says why rules about the whole program cannot be decided: what of the main module was not analysed; "" if all was.
	Partial string
	// NotRun are the rules that were not decided because of that, and Why tells of it in a line.
	NotRun []string
	Why    string
	// Modules are the main modules that packages were asked for of.
	Modules []Module
	// Notes tell, by rule, why it stayed silent where it looked. There are some only if the flag -notes asks for them.
	Notes Tree
	// Analysed lists the packages that were asked for and analysed, by import path.
	Analysed []string
	// Failed lists the packages that were not analysed, or not with their tests, by import path.
	Failed []Failure
}

// Failure says why a package was not analysed.
type Failure struct {
	Package   string
	TestsOnly bool // the package was analysed, its tests were not
	Reason    string
}

// Run analyses the packages. Trouble with single packages is part of the report; the error is for a run that could not
// take place at all.
func Run(ctx context.Context, o Options) (*Report, error) {
	r := &runner{Options: o, seen: map[string]bool{}, report: &Report{Tree: Tree{}, Unseen: Tree{}, Silenced: Tree{}, Observed: Tree{}, Notes: Tree{}}, errs: newErrorLog()}
	if err := r.run(ctx); err != nil {
		return nil, err
	}
	slices.SortFunc(r.report.Failed, func(a, b Failure) int { return strings.Compare(a.Package, b.Package) })
	return r.report, nil
}

func (r *runner) run(ctx context.Context) error {
	// What was asked for is looked up beside the analysis: it costs no time, and nothing but it tells roots from
	// dependencies, and packages without findings from packages that were passed over.
	var roots []*listed
	var listErr error
	var wg sync.WaitGroup
	var rest []*listed
	wg.Go(func() {
		if roots, listErr = r.list(ctx, "-find"); listErr == nil {
			rest, listErr = r.rest(ctx, roots)
		}
	})
	clean, err := r.vet(ctx, nil, r.Patterns)
	wg.Wait()
	if err != nil {
		return err
	}
	if clean && listErr == nil {
		if err := r.afresh(ctx, roots); err != nil {
			return err
		}
		for _, p := range r.missing(roots) {
			r.fail(p, false, passedOver)
		}
	} else if roots, err = r.salvage(ctx); err != nil {
		return err
	} else if rest == nil {
		rest, listErr = r.rest(ctx, roots)
	}
	r.keep(roots)
	r.whole(roots, rest)
	if listErr != nil {
		r.report.Partial = "which packages the module has is not known"
	}
	return nil
}

// runner carries one run through its rounds of go vet.
type runner struct {
	Options
	mu     sync.Mutex // guards what the readers of stdout and stderr share
	seen   map[string]bool
	done   int
	report *Report
	errs   *errorLog
}

// vet runs go vet once and reports whether it had no complaint of its own.
func (r *runner) vet(ctx context.Context, extra, patterns []string) (clean bool, err error) {
	self, err := os.Executable()
	if err != nil {
		return false, err
	}
	args := append([]string{"vet", "-json", "-vettool=" + self, "-" + vettool.ObserveFlag}, r.Build...)
	args = append(args, extra...)
	args = append(args, r.Tool...)
	cmd := r.command(ctx, append(append(args, "--"), patterns...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return false, err
	}
	errOut, err := cmd.StderrPipe()
	if err != nil {
		return false, err
	}
	if err := cmd.Start(); err != nil {
		return false, fmt.Errorf("cannot run the go command: %v", err)
	}
	var errs [2]error
	var wg sync.WaitGroup
	for i, stream := range []io.Reader{out, errOut} {
		wg.Go(func() { errs[i] = split(stream, r.collect, r.complain) })
	}
	wg.Wait()
	waitErr := cmd.Wait()
	if ctx.Err() != nil {
		return false, errors.New("interrupted")
	}
	if err := errors.Join(errs[:]...); err != nil {
		return false, err
	}
	if exit := (*exec.ExitError)(nil); waitErr != nil && !errors.As(waitErr, &exit) {
		return false, waitErr
	}
	return waitErr == nil, nil
}

func (r *runner) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = r.Dir
	// The go command cleans up after itself when it is interrupted, not when it is killed.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	if len(r.Env) > 0 {
		cmd.Env = append(cmd.Environ(), r.Env...)
	}
	return cmd
}

func (r *runner) complain(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.errs.add(line)
}

// collect takes the document of one package apart: what the observer said, and what the rules found.
func (r *runner) collect(t Tree) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done++
	if r.Progress != nil {
		r.Progress(r.done)
	}
	for id, byAnalyzer := range t {
		observed := byAnalyzer[analyzers.ObserverName]
		delete(byAnalyzer, analyzers.ObserverName)
		r.observed(id, observed.Diagnostics)
		if len(byAnalyzer) > 0 {
			r.report.Tree.Merge(Tree{id: byAnalyzer})
		}
		r.analyzerErrors(id, byAnalyzer, observed)
	}
}

// observed sorts what the observer said of a package by its category.
func (r *runner) observed(id string, said []Diagnostic) {
	unseen, silenced, told, notes := map[string]Result{}, map[string]Result{}, map[string]Result{}, map[string]Result{}
	for _, d := range said {
		into, name := unseen, analyzers.ObserverName
		if d.Category == analyzers.SeenCategory {
			r.seen[d.Message] = true
			continue
		} else if rest, ok := strings.CutPrefix(d.Category, analyzers.SilencedCategory); ok {
			into = silenced
			name, d.Category, _ = strings.Cut(rest, "/")
		} else if rest, ok := strings.CutPrefix(d.Category, analyzers.ObservedCategory); ok {
			into, name = told, rest
		} else if rest, ok := strings.CutPrefix(d.Category, analyzers.NoteCategory); ok {
			into = notes
			name, d.Category, _ = strings.Cut(rest, "/")
		}
		into[name] = Result{Diagnostics: append(into[name].Diagnostics, d)}
	}
	r.report.Unseen.Merge(Tree{id: unseen})
	r.report.Silenced.Merge(Tree{id: silenced})
	r.report.Observed.Merge(Tree{id: told})
	r.report.Notes.Merge(Tree{id: notes})
}

// analyzerErrors notes a rule or pass that failed: its package was not analysed in full.
func (r *runner) analyzerErrors(id string, byAnalyzer map[string]Result, observed Result) {
	path, _, _ := strings.Cut(id, " ")
	reasons := map[string]string{analyzers.ObserverName: observed.Err}
	for name, res := range byAnalyzer {
		reasons[name] = res.Err
	}
	names := make([]string, 0, len(reasons))
	for name := range reasons {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if reasons[name] != "" {
			r.report.Failed = append(r.report.Failed, Failure{Package: path, Reason: name + ": " + reasons[name]})
			return
		}
	}
}
