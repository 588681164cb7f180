package program

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/passes/observed"
	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/schema/migrate"
)

// schemas joins what the packages say about tables with the files of the repository that make them, and lists those files. All names of
// files are absolute then.
//
// Each folder of migrations is a schema of its own, and so is what stands in the code: which of them a database was made from is not to
// be known, so a rule asks all of them.
func (d *decider) schemas(records []observed.Record) ([]*schema.Schema, []string, error) {
	var said []*schema.Said
	for i := range records {
		if records[i].Kind != observed.Tables {
			continue
		}
		s := new(schema.Said)
		if err := records[i].Into(s); err != nil {
			return nil, nil, err
		}
		said = append(said, s)
	}
	var out []*schema.Schema
	files := map[string]bool{}
	for _, root := range d.roots() {
		tree := migrate.Read(root)
		if tree.Partial {
			return nil, nil, nil // there are files that nobody looked at
		}
		for _, g := range tree.Groups {
			s := schema.New(g.Name())
			dir := filepath.Join(root, filepath.FromSlash(g.Dir))
			s.Run(absolute(g, root, files), goMigrations(said, dir))
			if !d.ours(tree, dir) {
				// The tables of another module: an index there may be meant for ours, a lack of one is its own business.
				for _, t := range s.Tables {
					t.Defined = false
				}
			}
			out = append(out, s)
		}
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return append(out, code(said, files)), names, nil
}

// roots are the folders in which files of SQL are looked for: those of the repositories that hold the modules. A module in a folder
// that is passed over there, such as testdata, is looked through by itself.
func (d *decider) roots() []string {
	var out []string
	for _, m := range d.report.Modules {
		root := migrate.Root(m.Dir)
		if rel, err := filepath.Rel(root, m.Dir); err != nil || !migrate.Enters(filepath.ToSlash(rel)) {
			root = m.Dir
		}
		if !slices.Contains(out, root) {
			out = append(out, root)
		}
	}
	return out
}

// ours reports whether a folder belongs to one of the modules that were analysed, or to no module at all.
func (d *decider) ours(tree *migrate.Tree, dir string) bool {
	in := func(outer string) bool {
		return outer == dir || strings.HasPrefix(dir, strings.TrimSuffix(outer, string(filepath.Separator))+string(filepath.Separator))
	}
	owner := ""
	for _, m := range tree.Modules {
		if abs := filepath.Join(tree.Root, filepath.FromSlash(m)); in(abs) && len(abs) > len(owner) {
			owner = abs
		}
	}
	if owner == "" {
		return true
	}
	for _, m := range d.report.Modules {
		if sameDir(m.Dir, owner) {
			return true
		}
	}
	return false
}

// absolute copies a group with absolute names of files, and notes those.
func absolute(g *migrate.Group, root string, files map[string]bool) *migrate.Group {
	own := *g
	own.Files = slices.Clone(g.Files)
	for i := range own.Files {
		f := &own.Files[i]
		f.Path = filepath.Join(root, filepath.FromSlash(f.Path))
		files[f.Path] = true
	}
	return &own
}

// goMigrations are the texts of migrations in Go that stand in a folder.
func goMigrations(said []*schema.Said, dir string) []schema.Text {
	var out []schema.Text
	for _, s := range said {
		for _, t := range s.Texts {
			if t.Version != "" && filepath.Dir(t.Place.File) == dir {
				out = append(out, t)
			}
		}
	}
	return out
}

// code is the schema that stands in the code of all packages: DDL text and models. A file that is embedded is read by itself, in the
// order of its folder.
func code(said []*schema.Said, files map[string]bool) *schema.Schema {
	out := schema.New("the code")
	for _, s := range said {
		own := schema.New(s.Package)
		own.ExecuteLoose(slices.DeleteFunc(slices.Clone(s.Texts), func(t schema.Text) bool { return files[t.Place.File] }))
		out.Merge(own)
		for i := range s.Models {
			out.Merge(&schema.Schema{Tables: map[string]*schema.Table{s.Models[i].Name: &s.Models[i]}})
		}
	}
	if out.Unread {
		for _, t := range out.Tables {
			t.Unread = true
		}
	}
	return out
}
