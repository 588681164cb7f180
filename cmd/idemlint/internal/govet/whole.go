package govet

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/passes/observed"
)

// Module is a main module: one that the user works on.
type Module struct {
	Path, Dir string
	Main      bool
}

// rest lists the packages of the main modules, where what was asked for may be less.
func (r *runner) rest(ctx context.Context, roots []*listed) ([]*listed, error) {
	if !r.Program || r.everything() {
		return nil, nil
	}
	var patterns []string
	for _, m := range modules(roots) {
		patterns = append(patterns, m.Path+"/...")
	}
	if len(patterns) == 0 {
		return nil, nil
	}
	return r.listOf(ctx, patterns, "-find")
}

// everything reports whether the patterns say by themselves that the module is meant: ./... at its root. It is the common case, and
// needs no question to the go command.
func (r *runner) everything() bool {
	if !slices.Equal(r.Patterns, []string{"./..."}) {
		return false
	}
	_, err := os.Stat(filepath.Join(r.Dir, "go.mod"))
	return err == nil
}

// modules lists the main modules of packages.
func modules(pkgs []*listed) []Module {
	var out []Module
	for _, p := range pkgs {
		if p.Module != nil && p.Module.Main && !slices.Contains(out, *p.Module) {
			out = append(out, *p.Module)
		}
	}
	return out
}

// whole finds out whether all packages of the main modules were analysed.
func (r *runner) whole(roots, rest []*listed) {
	r.report.Modules = modules(roots)
	asked := map[string]bool{}
	for _, p := range roots {
		asked[p.ImportPath] = true
	}
	left := 0
	for _, p := range rest {
		if p.Module != nil && p.Module.Main && !asked[p.ImportPath] {
			left++
		}
	}
	failed := 0
	for _, f := range r.report.Failed {
		if !f.TestsOnly {
			failed++
		}
	}
	switch {
	case len(r.report.Modules) == 0:
		r.report.Partial = "no package of a module was asked for"
	case left > 0:
		r.report.Partial = count(left, "package", " of "+r.report.Modules[0].Path) + " not asked for"
	case failed > 0:
		r.report.Partial = count(failed, "package", "") + " not analysed"
	}
}

func count(n int, word, of string) string {
	if n == 1 {
		return "1 " + word + of + " was"
	}
	return fmt.Sprintf("%d %ss%s were", n, word, of)
}

// Records reads what the packages tell program rules, in the order of their positions; what a package says twice, once with and once
// without its tests, is kept once.
func (r *Report) Records() ([]observed.Record, error) {
	var out []observed.Record
	for id, byKind := range r.Observed {
		path, _, _ := strings.Cut(id, " ")
		for kind, res := range byKind {
			for _, d := range res.Diagnostics {
				rec := observed.Record{Kind: observed.Kind(kind), Package: strings.TrimSuffix(path, "_test"), Mark: observed.Mark{Posn: d.Posn, End: d.End}}
				var err error
				if rec.Data, err = observed.Open(d.Message); err != nil {
					return nil, fmt.Errorf("%s: %w", path, err)
				}
				for _, p := range d.Related {
					far := p.Posn == d.Posn && elsewhere.MatchString(p.Message)
					rec.Places = append(rec.Places, observed.Mark{Posn: p.Posn, End: p.End, Text: p.Message, Elsewhere: far})
				}
				out = append(out, rec)
			}
		}
	}
	slices.SortFunc(out, func(a, b observed.Record) int {
		p, q := ParsePosition(a.Posn), ParsePosition(b.Posn)
		return p.compare(q, strings.Compare(string(a.Kind)+string(a.Data), string(b.Kind)+string(b.Data)))
	})
	return slices.CompactFunc(out, func(a, b observed.Record) bool {
		return a.Posn == b.Posn && a.Kind == b.Kind && string(a.Data) == string(b.Data)
	}), nil
}
