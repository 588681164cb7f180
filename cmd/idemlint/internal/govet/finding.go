package govet

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/passes/config"
)

// Finding is one diagnostic of a rule, apart from the package it was found in.
type Finding struct {
	Rule string
	Diagnostic
}

// Position is the text form "file:line:col" taken apart.
type Position struct {
	File      string
	Line, Col int
}

// ParsePosition reads file:line:col; a file name may hold colons itself. Without numbers at the end all of it is the file.
func ParsePosition(s string) Position {
	rest, col, ok := cutNumber(s)
	if !ok {
		return Position{File: s}
	}
	file, line, ok := cutNumber(rest)
	if !ok {
		return Position{File: rest, Line: col}
	}
	return Position{file, line, col}
}

func cutNumber(s string) (string, int, bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil
}

// Level is the level in the category "level/evidence".
func (d *Diagnostic) Level() config.Level {
	name, _, _ := strings.Cut(d.Category, "/")
	l, err := config.ParseLevel(name)
	if err != nil {
		return config.Error // a diagnostic of unknown kind is not to be overlooked
	}
	return l
}

// Findings lists all diagnostics of a tree by file, line and column, each once: a file that belongs to two
// packages of a run is analysed twice.
func (t Tree) Findings() []Finding {
	var out []Finding
	for _, byRule := range t {
		for rule, res := range byRule {
			for _, d := range res.Diagnostics {
				out = append(out, Finding{rule, d})
			}
		}
	}
	slices.SortFunc(out, func(a, b Finding) int {
		return cmp.Or(a.compare(&b.Diagnostic), cmp.Compare(a.Rule, b.Rule))
	})
	return slices.CompactFunc(out, func(a, b Finding) bool {
		return a.Rule == b.Rule && a.compare(&b.Diagnostic) == 0
	})
}

// compare orders diagnostics by file, line, column and message.
func (d *Diagnostic) compare(e *Diagnostic) int {
	return ParsePosition(d.Posn).compare(ParsePosition(e.Posn), cmp.Compare(d.Message, e.Message))
}

// compare orders positions by file, line and column; of equal ones, then decides.
func (p Position) compare(q Position, then int) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col), then)
}

// Relative makes all file names of the report relative to dir where that is the shorter name, as the go command does.
func (r *Report) Relative(dir string) {
	for _, t := range []Tree{r.Tree, r.Unseen, r.Silenced, r.Notes} {
		t.rename(func(name string) string { return shorten(dir, name) })
	}
	for i := range r.Failed {
		r.Failed[i].Reason = strings.ReplaceAll(r.Failed[i].Reason, dir+string(filepath.Separator), "")
	}
}

func shorten(dir, name string) string {
	if !filepath.IsAbs(name) {
		return name
	}
	rel, err := filepath.Rel(dir, name)
	if err != nil || len(rel) > len(name) {
		return name
	}
	return rel
}

func (t Tree) rename(f func(string) string) {
	posn := func(s *string) {
		if p := ParsePosition(*s); p.Line > 0 {
			*s = f(p.File) + strings.TrimPrefix(*s, p.File)
		}
	}
	for _, byRule := range t {
		for _, res := range byRule {
			for i := range res.Diagnostics {
				d := &res.Diagnostics[i]
				posn(&d.Posn)
				posn(&d.End)
				for j := range d.Related {
					posn(&d.Related[j].Posn)
					posn(&d.Related[j].End)
				}
				for _, fix := range d.SuggestedFixes {
					for k := range fix.Edits {
						fix.Edits[k].Filename = f(fix.Edits[k].Filename)
					}
				}
			}
		}
	}
}
