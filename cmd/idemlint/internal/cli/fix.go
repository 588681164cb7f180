package cli

import (
	"fmt"
	"io"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/fix"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
)

// mend applies the fixes of what is shown. It reports whether files changed: what was found before says nothing about them.
func mend(r *report.Report, stderr io.Writer) (changed bool, err error) {
	plan, err := fix.New(r)
	if err != nil {
		return false, err
	}
	if err := plan.Write(); err != nil {
		return false, err
	}
	if len(plan.Files) > 0 {
		word := "fixes"
		if plan.Applied == 1 {
			word = "fix"
		}
		fmt.Fprintf(stderr, "idemlint: applied %d %s in %s\n", plan.Applied, word, plural(len(plan.Files), "file"))
	}
	if plan.Left > 0 {
		fmt.Fprintf(stderr, "idemlint: %d more overlap these: run -fix again\n", plan.Left)
	}
	return len(plan.Files) > 0, nil
}

// preview prints what mend would change; that there is something counts as a finding.
func preview(g *govet.Report, r *report.Report, stdout, stderr io.Writer) (int, error) {
	plan, err := fix.New(r)
	if err != nil {
		return 0, err
	}
	failures(g, stderr)
	if _, err := stdout.Write(plan.Diff(r)); err != nil {
		return 0, err
	}
	switch {
	case len(g.Failed) > 0:
		return exitTrouble, nil
	case len(plan.Files) > 0:
		return exitFindings, nil
	}
	return exitClean, nil
}
