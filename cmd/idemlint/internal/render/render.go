// Package render writes a report for people and for programs.
package render

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/fatih/color"
	"github.com/mattn/go-isatty"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/passes/config"
)

// Styles colour the parts of a finding; the zero value colours nothing.
type Styles struct{ on bool }

// For chooses the styles for a writer: colour only on a terminal that knows it, never under NO_COLOR (https://no-color.org).
func For(w io.Writer) Styles {
	return Styles{on: IsTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// IsTerminal reports whether a person is likely to watch what is written to w.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

func (s Styles) paint(text string, attrs ...color.Attribute) string {
	if !s.on {
		return text
	}
	c := color.New(attrs...)
	c.EnableColor()
	return c.Sprint(text)
}

func (s Styles) message(d *govet.Diagnostic) string {
	switch d.Level() {
	case config.Error:
		return s.paint(d.Message, color.FgRed, color.Bold)
	case config.Warning:
		return s.paint(d.Message, color.FgYellow, color.Bold)
	}
	return s.paint(d.Message, color.FgCyan, color.Bold)
}

// Text writes findings as file:line:col: message (rule), then the trace, one step a line, then the mend.
func Text(w io.Writer, s Styles, findings []govet.Finding) error {
	for _, f := range findings {
		if _, err := fmt.Fprintf(w, "%s: %s\n", s.paint(f.Posn, color.Bold), s.message(&f.Diagnostic)); err != nil {
			return err
		}
		if err := s.trace(w, &f.Diagnostic); err != nil {
			return err
		}
	}
	return nil
}

// trace writes the steps, one a line, and the mend.
func (s Styles) trace(w io.Writer, d *govet.Diagnostic) error {
	for _, st := range d.Steps() {
		at := fmt.Sprintf("%s:%d:", st.File, st.Line)
		if _, err := fmt.Fprintf(w, "    %s %s\n", s.paint(at, color.Faint), st.Text); err != nil {
			return err
		}
	}
	if help := d.Help(); help != "" {
		if _, err := fmt.Fprintf(w, "    %s %s\n", s.paint("help:", color.FgGreen), help); err != nil {
			return err
		}
	}
	return nil
}

// notRun is the category of what tells that rules about the whole program did not run.
const notRun = analyzers.UnseenCategory + "program"

// JSON writes a tree in the shape of go vet -json. Packages that were not analysed appear in it as the error of an analyzer
// called idemlint: whoever reads only this output must not take them for clean.
func JSON(w io.Writer, r *govet.Report, unseen bool) error {
	tree := govet.Tree{}
	tree.Merge(r.Tree)
	told := govet.Tree{}
	told.Merge(r.Unseen)
	if !unseen {
		// That a rule did not run is told always, as that a package was not analysed is.
		told.Filter(func(f govet.Finding) bool { return f.Category == notRun })
	}
	tree.Merge(told)
	for _, f := range r.Failed {
		tree.Merge(govet.Tree{f.Package: {"idemlint": {Err: Failure(f)}}})
	}
	data, err := json.MarshalIndent(tree, "", "\t")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", data)
	return err
}

// Failure says in one line what of a package was not analysed and why.
func Failure(f govet.Failure) string {
	if f.TestsOnly {
		return "tests not analysed: " + f.Reason
	}
	return "not analysed: " + f.Reason
}

// Unseen writes what could not be judged, one item a line.
func Unseen(w io.Writer, s Styles, items []govet.Finding) error {
	for _, it := range items {
		kind := it.Category[len("unseen/"):]
		if _, err := fmt.Fprintf(w, "%s: not seen: %s (%s)\n", s.paint(it.Posn, color.Bold), it.Message, kind); err != nil {
			return err
		}
		if err := s.trace(w, &it.Diagnostic); err != nil {
			return err
		}
	}
	return nil
}

// UnseenSummary counts them by kind, in one line; "" when there is nothing.
func UnseenSummary(items []govet.Finding) string {
	if len(items) == 0 {
		return ""
	}
	counts := map[string]int{}
	for _, it := range items {
		if it.Category != notRun { // has a line of its own
			counts[it.Category[len("unseen/"):]]++
		}
	}
	if len(counts) == 0 {
		return ""
	}
	text := "not seen:"
	for i, kind := range slices.Sorted(maps.Keys(counts)) {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprintf(" %d %s", counts[kind], kind)
	}
	return text + "; -unseen lists them"
}
