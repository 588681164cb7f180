// Package fix applies the fixes that findings offer.
package fix

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/atomicfile"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
)

// Plan is what applying the first fix of each finding comes to.
type Plan struct {
	// Files are those that change, by name.
	Files []File
	// Applied counts the fixes that are in it.
	Applied int
	// Left counts the fixes that overlap others: they are for another run.
	Left int
}

// File is a file that changes. Name is absolute.
type File struct {
	Name     string
	Old, New []byte
}

// edit replaces the bytes from start to end; the number of the fix decides the order of insertions at one place.
type edit struct {
	start, end int
	text       string
}

func (a edit) overlaps(b edit) bool {
	if a.start == a.end && b.start == b.end {
		return false // two insertions
	}
	return a.start < b.end && b.start < a.end || a.start == b.start
}

// New plans the fixes of the findings that are shown. Errors name the file that cannot be read or would not be Go any more.
func New(r *report.Report) (*Plan, error) {
	p := &Plan{}
	edits := map[string][]edit{}
	sizes := map[string][]byte{}
	for i := range r.Items {
		it := &r.Items[i]
		if it.Suppressed != nil || len(it.SuggestedFixes) == 0 {
			continue
		}
		own := map[string][]edit{}
		fits := true
		for _, e := range it.SuggestedFixes[0].Edits {
			name := r.Abs(e.Filename)
			if _, ok := sizes[name]; !ok {
				data, err := os.ReadFile(name)
				if err != nil {
					return nil, fmt.Errorf("-fix: %w", err)
				}
				sizes[name] = data
			}
			_, inside := r.Rel(name)
			one := edit{e.Start, e.End, e.New}
			fits = fits && inside && 0 <= one.start && one.start <= one.end && one.end <= len(sizes[name]) && !slices.ContainsFunc(edits[name], one.overlaps)
			own[name] = append(own[name], one)
		}
		if !fits {
			p.Left++
			continue
		}
		p.Applied++
		for name, es := range own {
			edits[name] = append(edits[name], es...)
		}
	}
	for name, es := range edits {
		changed, err := apply(name, sizes[name], es)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(changed, sizes[name]) {
			p.Files = append(p.Files, File{name, sizes[name], changed})
		}
	}
	slices.SortFunc(p.Files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	return p, nil
}

func apply(name string, old []byte, edits []edit) ([]byte, error) {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(old[at:e.start])
		out.WriteString(e.text)
		at = e.end
	}
	out.Write(old[at:])
	if !strings.HasSuffix(name, ".go") {
		return out.Bytes(), nil
	}
	formatted, err := format.Source(out.Bytes())
	if err != nil {
		return nil, fmt.Errorf("-fix: %s: the fixed file is not Go: %w", name, err)
	}
	return formatted, nil
}

// Write puts the changed files in place, each in one step.
func (p *Plan) Write() error {
	for _, f := range p.Files {
		if err := atomicfile.Write(f.Name, f.New); err != nil {
			return fmt.Errorf("-fix: %w", err)
		}
	}
	return nil
}

// Diff gives the changes as a unified diff, with file names relative to the root of the repository where they lie in it.
func (p *Plan) Diff(r *report.Report) []byte {
	var out bytes.Buffer
	for _, f := range p.Files {
		name, ok := r.Rel(f.Name)
		if !ok {
			name = filepath.ToSlash(f.Name)
		}
		out.Write(diff.Diff("a/"+name, f.Old, "b/"+name, f.New))
	}
	return out.Bytes()
}
