// Package report holds what a run found in the form that all outputs share: findings with their place in the repository,
// the function they stand in, and a fingerprint.
package report

import (
	"cmp"
	"path/filepath"
	"strings"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/source"
)

// Report is one run.
type Report struct {
	Dir     string // the working directory, absolute: positions are relative to it
	Root    string // the root of the repository
	Version string // of idemlint
	Rules   []rule.Entry
	Items   []Item // by file, line and column
	Failed  []govet.Failure
	NotRun  string // which rules did not run and why, "" if all did
	Files   *source.Files
}

// Item is one finding and what is known of its place.
type Item struct {
	govet.Finding
	Place
	Package, Function, Expression string
	// Fingerprint is the same for equal findings in one function; Number counts those, from 1.
	Fingerprint string
	Number      int
	// Suppressed says why the finding is not to be shown; nil if it is.
	Suppressed *Suppression
}

// Suppression is the reason why a finding is accepted.
type Suppression struct {
	Kind          string // InSource or External, the words of SARIF
	Justification string
}

// The kinds of suppression: a comment beside the code, or an entry of the baseline.
const (
	InSource = "inSource"
	External = "external"
)

// Place is a stretch of a file. EndLine is never before Line; EndCol is 0 where the end is not known.
type Place struct {
	File            string // absolute
	Line, Col       int
	EndLine, EndCol int
}

// New works out the places and fingerprints of findings whose file names are relative to dir.
func New(dir string, findings []govet.Finding) *Report {
	r := &Report{Dir: dir, Root: source.Root(dir), Files: source.NewFiles()}
	seen := map[string]int{}
	for _, f := range findings {
		it := Item{Finding: f, Place: r.Place(f.Posn, f.End)}
		it.takeReason()
		src := r.Files.Open(it.File)
		it.Package = r.Files.Package(it.File)
		it.Function = src.Function(it.Line, it.Col)
		it.Expression = cmp.Or(it.Subject, src.Expression(it.Line, it.Col))
		it.Fingerprint = fingerprint(&it)
		seen[it.Fingerprint]++
		it.Number = seen[it.Fingerprint]
		r.Items = append(r.Items, it)
	}
	return r
}

// Place resolves a position and an end as the go command prints them.
func (r *Report) Place(posn, end string) Place {
	p, e := govet.ParsePosition(posn), govet.ParsePosition(end)
	out := Place{File: r.Abs(p.File), Line: max(p.Line, 1), Col: max(p.Col, 1)}
	out.EndLine = out.Line
	if e.File == p.File && (e.Line > out.Line || e.Line == out.Line && e.Col > out.Col) {
		out.EndLine, out.EndCol = e.Line, e.Col
	}
	return out
}

// Abs is the absolute name of a file.
func (r *Report) Abs(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(r.Dir, name)
}

// Rel is the name of a file relative to the root of the repository, with slashes; false if it lies outside.
func (r *Report) Rel(file string) (string, bool) {
	rel, err := filepath.Rel(r.Root, file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(file), false
	}
	return filepath.ToSlash(rel), true
}

// Shown are the findings that no comment and no baseline accepts.
func (r *Report) Shown() []Item {
	var out []Item
	for _, it := range r.Items {
		if it.Suppressed == nil {
			out = append(out, it)
		}
	}
	return out
}

// Findings are those of the items.
func Findings(items []Item) []govet.Finding {
	var out []govet.Finding
	for i := range items {
		out = append(out, items[i].Finding)
	}
	return out
}
