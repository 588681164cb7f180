package since

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
)

// Changes is what changed between a revision and the working tree.
type Changes struct {
	root   string
	files  map[string]*change
	byBase map[string][]string // base name → files, for steps of other packages, which are known by it alone
}

// Find asks git. Changes that are not committed count, and so do files that are not tracked yet.
func Find(ctx context.Context, dir, rev string) (*Changes, error) {
	r, err := open(ctx, dir)
	if err != nil {
		return nil, err
	}
	commit, err := r.resolve(ctx, rev)
	if err != nil {
		return nil, err
	}
	diff, err := r.diff(ctx, commit)
	if err != nil {
		return nil, err
	}
	files, err := read(strings.NewReader(diff))
	if err != nil {
		return nil, err
	}
	untracked, err := r.untracked(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range untracked {
		files[name] = &change{whole: true}
	}
	return newChanges(r.root, files), nil
}

func newChanges(root string, files map[string]*change) *Changes {
	c := &Changes{root: root, files: files, byBase: map[string][]string{}}
	for name := range files {
		c.byBase[path.Base(name)] = append(c.byBase[path.Base(name)], name)
	}
	for _, names := range c.byBase {
		slices.Sort(names)
	}
	return c
}

// New reports whether a finding has to do with the changes. It does if
//   - its position or a step of its trace lies on a line that was added or written otherwise: who changes a helper sees
//     what it does to the caller;
//   - or code was taken out of the function or other declaration that its position or a step of its trace lies in: a guard or a key that is
//     gone leaves no line behind.
//
// A line that only moved inside its file, white space and comments do not count as taken away. Steps in other packages
// are known by the base name of their file and are looked up in all changed files of that name.
func (c *Changes) New(r *report.Report, it *report.Item) bool {
	if c.touches(r, it.File, span{it.Line, it.EndLine}) {
		return true
	}
	for _, s := range it.Steps() {
		at := span{s.Line, s.Line}
		if !s.Elsewhere {
			if c.touches(r, r.Abs(s.File), at) {
				return true
			}
			continue
		}
		for _, name := range c.byBase[s.File] {
			if c.touches(r, filepath.Join(c.root, filepath.FromSlash(name)), at) {
				return true
			}
		}
	}
	return false
}

// name is the name that git has for a file.
func (c *Changes) name(file string) string {
	rel, err := filepath.Rel(c.root, file)
	if err != nil || strings.HasPrefix(rel, "..") {
		if real, realErr := filepath.EvalSymlinks(file); realErr == nil {
			rel, err = filepath.Rel(c.root, real)
		}
	}
	if err != nil {
		return ""
	}
	return filepath.ToSlash(rel)
}

func (c *Changes) touches(r *report.Report, file string, at span) bool {
	ch := c.files[c.name(file)]
	switch {
	case ch == nil:
		return false
	case ch.whole || meets(ch.added, at):
		return true
	}
	from, to, ok := r.Files.Open(file).DeclarationLines(at.from)
	return ok && ch.takenFrom(span{from, to})
}
