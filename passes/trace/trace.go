// Package trace holds the small vocabulary that every pass shares: how sure we are of a fact, and the steps by which it was found.
package trace

import (
	"go/token"
	"path/filepath"
	"strconv"
)

// Evidence says how a fact was established. The zero value is Proved; combining two facts gives the weaker of the two.
type Evidence uint8

const (
	// Proved: every step was seen in types, control flow or the catalogue.
	Proved Evidence = iota
	// Likely: a name or a default took part.
	Likely
)

// String returns "proved" or "likely".
func (e Evidence) String() string {
	if e == Likely {
		return "likely"
	}
	return "proved"
}

// And returns the weaker of e and f.
func (e Evidence) And(f Evidence) Evidence { return max(e, f) }

// Step is one place on the way from a source to a sink. A step inside the analysed package has a Pos;
// a step that was learnt from a fact of an imported package has only the text form Posn (base name and line),
// because positions do not survive serialisation.
type Step struct {
	Pos  token.Pos
	Posn string
	Text string
}

// Calls lists the places of a way that lie in the package under analysis: the call it starts with, then those of its steps. It tells
// whether two rules speak of the same thing.
func Calls(site token.Pos, via []Step) []token.Pos {
	out := []token.Pos{site}
	for _, s := range via {
		if s.Pos.IsValid() {
			out = append(out, s.Pos)
		}
	}
	return out
}

// Freeze returns the steps in the form that can be stored in a fact: positions turned into "file.go:12".
func Freeze(fset *token.FileSet, steps []Step) []Step {
	out := make([]Step, 0, len(steps))
	for _, s := range steps {
		if s.Pos.IsValid() {
			s.Posn = Posn(fset, s.Pos)
			s.Pos = token.NoPos
		}
		out = append(out, s)
	}
	return out
}

// Posn formats a position as base file name and line. Facts must not hold absolute paths: they would differ between checkouts.
func Posn(fset *token.FileSet, pos token.Pos) string {
	p := fset.Position(pos)
	return filepath.Base(p.Filename) + ":" + strconv.Itoa(p.Line)
}

// Less orders two positions by file name and offset. token.Pos order differs between runs, because files are parsed in parallel.
func Less(fset *token.FileSet, a, b token.Pos) bool {
	pa, pb := fset.Position(a), fset.Position(b)
	if pa.Filename != pb.Filename {
		return pa.Filename < pb.Filename
	}
	return pa.Offset < pb.Offset
}
