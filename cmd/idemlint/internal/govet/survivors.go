package govet

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/vettool"
)

// listed is what "go list -e -json" says of a package.
type listed struct {
	ImportPath   string
	Dir          string
	Error        *listError
	DepsErrors   []*listError
	Deps         []string
	GoFiles      []string
	CgoFiles     []string
	TestGoFiles  []string
	XTestGoFiles []string
	Module       *Module
}

type listError struct {
	Pos string
	Err string
}

// salvage is called when go vet complained. It stops the whole run at a package that does not load, and passes silently over
// the importers of a package that does not compile, so: ask go list which packages load, run again over those, run once
// more without test files over what is still missing, and name the rest.
func (r *runner) salvage(ctx context.Context) ([]*listed, error) {
	pkgs, err := r.list(ctx)
	if err != nil {
		return nil, err
	}
	if len(pkgs) == 0 {
		return nil, errors.New(r.errs.text())
	}
	var loadable []*listed
	for _, p := range pkgs {
		if reason := p.loadError(); reason != "" {
			r.fail(p, false, reason)
			continue
		}
		loadable = append(loadable, p)
	}
	if len(loadable) < len(pkgs) {
		if err := r.again(ctx, nil, loadable); err != nil {
			return nil, err
		}
	}
	if err := r.afresh(ctx, loadable); err != nil {
		return nil, err
	}
	missing := r.missing(loadable)
	if err := r.withoutTests(ctx, missing); err != nil {
		return nil, err
	}
	for _, p := range missing {
		r.fail(p, r.seen[p.ImportPath], cmp.Or(firstLine(r.why(p)), passedOver))
	}
	return pkgs, nil
}

// afresh analyses once more the packages that were passed over without any error: the cache may hold them as
// dependencies of an earlier run, without output; see latentRoot in package vettool.
func (r *runner) afresh(ctx context.Context, pkgs []*listed) error {
	var silent []*listed
	for _, p := range r.missing(pkgs) {
		if r.why(p) == "" {
			silent = append(silent, p)
		}
	}
	return r.again(ctx, []string{"-" + vettool.FreshFlag}, silent)
}

// keep drops what was reported on packages that were only dependencies, and notes which of the others were analysed.
func (r *runner) keep(roots []*listed) {
	asked := map[string]bool{}
	for _, p := range roots {
		asked[p.ImportPath] = true
		if r.seen[p.ImportPath] {
			r.report.Analysed = append(r.report.Analysed, p.ImportPath)
		}
	}
	for _, t := range []Tree{r.report.Tree, r.report.Unseen, r.report.Silenced, r.report.Observed, r.report.Notes} {
		for id := range t {
			path, _, _ := strings.Cut(id, " ") // "p [p.test]" is p with its tests
			if !asked[path] && !asked[strings.TrimSuffix(path, "_test")] {
				delete(t, id)
			}
		}
	}
	r.report.Failed = slices.DeleteFunc(r.report.Failed, func(f Failure) bool { return !asked[f.Package] })
}

func (r *runner) again(ctx context.Context, extra []string, pkgs []*listed) error {
	var paths []string
	for _, p := range pkgs {
		// A package given as a list of files has no import path to name it by.
		if p.ImportPath != "command-line-arguments" {
			paths = append(paths, p.ImportPath)
		}
	}
	if len(paths) == 0 {
		return nil
	}
	r.errs.endRun()
	_, err := r.vet(ctx, extra, paths)
	return err
}

func (r *runner) missing(pkgs []*listed) []*listed {
	var out []*listed
	for _, p := range pkgs {
		// A folder of external tests alone has no package to analyse, and unsafe is none.
		if p.ImportPath != "unsafe" && !r.seen[p.ImportPath] && len(p.GoFiles)+len(p.CgoFiles)+len(p.TestGoFiles) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// withoutTests analyses packages with their test files taken away by an overlay: broken tests must not hide the code.
func (r *runner) withoutTests(ctx context.Context, pkgs []*listed) error {
	gone := map[string]string{}
	var with []*listed
	for _, p := range pkgs {
		tests := append(p.TestGoFiles, p.XTestGoFiles...)
		if len(tests) == 0 || len(p.GoFiles)+len(p.CgoFiles) == 0 {
			continue
		}
		with = append(with, p)
		for _, name := range tests {
			gone[filepath.Join(p.Dir, name)] = ""
		}
	}
	if len(with) == 0 {
		return nil
	}
	data, err := json.Marshal(map[string]any{"Replace": gone})
	if err != nil {
		return err
	}
	f, err := os.CreateTemp("", "idemlint-overlay-*.json")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return r.again(ctx, []string{"-overlay=" + f.Name()}, with)
}

func (r *runner) fail(p *listed, testsOnly bool, reason string) {
	r.report.Failed = append(r.report.Failed, Failure{Package: p.ImportPath, TestsOnly: testsOnly, Reason: reason})
}

const passedOver = "go vet passed over it without a word"

// why finds the first error of a package that loads but was not analysed: its own, or that of a dependency; "" if there is none.
func (r *runner) why(p *listed) string {
	base := r.Dir
	if base == "" {
		base, _ = os.Getwd() // only to resolve names in messages; without it they are compared as they are
	}
	if line := r.errs.of(p.ImportPath, p.Dir, base); line != "" {
		return line
	}
	for _, dep := range p.Deps {
		if line := r.errs.of(dep, "", base); line != "" {
			return fmt.Sprintf("depends on %s: %s", dep, line)
		}
	}
	return ""
}

func (p *listed) loadError() string {
	err := p.Error
	if err == nil && len(p.DepsErrors) > 0 {
		err = p.DepsErrors[0]
	}
	if err == nil {
		return ""
	}
	if err.Pos != "" {
		return firstLine(err.Pos + ": " + err.Err)
	}
	return firstLine(err.Err)
}

// firstLine drops the advice that the go command gives in further lines.
func firstLine(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimSuffix(first, "; to add it:")
}

func (r *runner) list(ctx context.Context, extra ...string) ([]*listed, error) {
	return r.listOf(ctx, r.Patterns, extra...)
}

func (r *runner) listOf(ctx context.Context, patterns []string, extra ...string) ([]*listed, error) {
	fields := "ImportPath,Dir,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Module"
	if len(extra) == 0 {
		fields += ",Error,DepsErrors,Deps"
	}
	args := slices.Concat([]string{"list", "-e", "-json=" + fields}, extra, r.Build, []string{"--"}, patterns)
	cmd := r.command(ctx, args...)
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s", strings.TrimSpace(errOut.String()))
	}
	var pkgs []*listed
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		p := new(listed)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return pkgs, nil
		} else if err != nil {
			return nil, fmt.Errorf("output of go list: %v", err)
		}
		pkgs = append(pkgs, p)
	}
}
