package since

import (
	"fmt"
	"io"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// change is what happened to one file.
type change struct {
	whole   bool   // all of it is new
	added   []span // lines that are new or written otherwise
	removed []span // where code was taken away and other lines stand now
	gaps    []span // where code was taken away without a trace: the lines before and after
}

// span is a stretch of lines, both ends included.
type span struct{ from, to int }

func (s span) meets(t span) bool { return s.from <= t.to && t.from <= s.to }

// takenFrom reports whether code was taken out of a stretch of lines; a gap beside it is not in it.
func (c *change) takenFrom(s span) bool {
	for _, g := range c.gaps {
		if s.from <= g.from && g.to <= s.to {
			return true
		}
	}
	return meets(c.removed, s)
}

func meets(list []span, t span) bool {
	for _, s := range list {
		if s.meets(t) {
			return true
		}
	}
	return false
}

// read reads a diff: file name → change.
func read(r io.Reader) (map[string]*change, error) {
	files, _, err := gitdiff.Parse(r)
	if err != nil {
		return nil, fmt.Errorf("output of git diff: %v", err)
	}
	out := map[string]*change{}
	for _, f := range files {
		if f.IsDelete || f.NewName == "" {
			continue
		}
		c := &change{whole: f.IsNew}
		written := map[string]bool{}
		for _, frag := range f.TextFragments {
			for _, l := range frag.Lines {
				if l.Op == gitdiff.OpAdd {
					written[code(l.Line)] = true
				}
			}
		}
		for _, frag := range f.TextFragments {
			c.add(frag, written)
		}
		out[f.NewName] = c
	}
	return out, nil
}

// add takes in one piece of a diff: runs of lines that went and came, with lines between them that stayed, if git was made
// to print any.
func (c *change) add(frag *gitdiff.TextFragment, written map[string]bool) {
	line := int(frag.NewPosition) // where the next line of the new file stands
	if frag.NewLines == 0 {
		line++ // git names the line before the gap
	}
	from, missed := line, false
	flush := func() {
		switch {
		case line > from:
			c.added = append(c.added, span{from, line - 1})
			if missed {
				c.removed = append(c.removed, span{from, line - 1})
			}
		case missed:
			c.gaps = append(c.gaps, span{line - 1, line})
		}
		missed = false
	}
	for _, l := range frag.Lines {
		switch l.Op {
		case gitdiff.OpAdd:
			line++
		case gitdiff.OpDelete:
			// A line that was moved, or that says nothing, is not missed.
			if text := code(l.Line); text != "" && !written[text] {
				missed = true
			}
		default:
			flush()
			line++
			from = line
		}
	}
	flush()
}

// code is a line without its margins; "" for a comment, and for punctuation alone.
func code(line string) string {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "//") || strings.HasPrefix(line, "-- ") || strings.Trim(line, "{}(),; \t") == "" {
		return ""
	}
	return line
}
