package cli

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/baseline"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/since"
)

// picker reads what -baseline and -new-from name, and returns what makes a report hold only the findings they let
// through. The baseline comes first: which of its entries are gone has nothing to do with a revision.
func (o *options) picker(dir string) (func(*govet.Report, *report.Report, io.Writer), error) {
	var known *baseline.Baseline
	var changes *since.Changes
	var err error
	if o.baseline != "" {
		if known, err = baseline.Load(o.inDir(dir, o.baseline)); err != nil {
			return nil, fmt.Errorf("-baseline: %w", err)
		}
	}
	if o.newFrom != "" {
		if changes, err = since.Find(context.Background(), dir, o.newFrom); err != nil {
			return nil, fmt.Errorf("-new-from: %w", err)
		}
	}
	return func(g *govet.Report, r *report.Report, stderr io.Writer) {
		if known != nil {
			o.accept(known, dir, g, r, stderr)
		}
		if changes != nil {
			r.Items = slices.DeleteFunc(r.Items, func(it report.Item) bool { return !changes.New(r, &it) })
		}
		if known != nil || changes != nil {
			keepShown(g, r)
		}
	}, nil
}

// keepShown drops from the tree, which JSON is written from, what is not shown.
func keepShown(g *govet.Report, r *report.Report) {
	type key struct{ rule, posn, message string }
	shown := map[key]bool{}
	for _, it := range r.Shown() {
		shown[key{it.Rule, it.Posn, it.Message}] = true
	}
	g.Tree.Filter(func(f govet.Finding) bool { return shown[key{f.Rule, f.Posn, f.Message}] })
}
