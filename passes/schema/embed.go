package schema

import (
	"go/ast"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/passes/schema/migrate"
)

const maxEmbedded = 2000

// readEmbedded reads the SQL files that a Go file embeds. The go command puts their content into the package's hash, so what was read
// here is never out of date. pass.ReadFile would not do: it knows the files that are compiled, and no others.
func (r *Result) readEmbedded(file *ast.File) {
	dir := filepath.Dir(r.file(file))
	var files []migrate.File
	for _, decl := range file.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR {
			continue
		}
		docs := []*ast.CommentGroup{d.Doc}
		for _, s := range d.Specs {
			docs = append(docs, s.(*ast.ValueSpec).Doc)
		}
		for _, doc := range docs {
			for _, p := range patterns(doc) {
				files = r.embedded(files, dir, p)
			}
		}
	}
	for _, g := range migrate.Groups(files) {
		s := New(g.Name())
		s.Run(g, nil)
		r.schema.Merge(s)
	}
}

// patterns reads the go:embed lines of a comment.
func patterns(doc *ast.CommentGroup) []string {
	if doc == nil {
		return nil
	}
	var out []string
	for _, c := range doc.List {
		rest, ok := strings.CutPrefix(c.Text, "//go:embed ")
		if !ok {
			continue
		}
		for _, w := range strings.Fields(rest) {
			if u, err := strconv.Unquote(w); err == nil {
				w = u
			}
			out = append(out, strings.TrimPrefix(w, "all:"))
		}
	}
	return out
}

// embedded adds the files of a pattern: one file, those that match, or all of a folder.
func (r *Result) embedded(files []migrate.File, dir, pattern string) []migrate.File {
	if strings.HasPrefix(pattern, "/") || strings.Contains(pattern, "..") {
		return files
	}
	found, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
	if err != nil {
		return files
	}
	for len(found) > 0 && len(files) < maxEmbedded {
		name := found[0]
		found = found[1:]
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			entries, err := os.ReadDir(name)
			if err != nil {
				continue
			}
			for _, e := range entries {
				found = append(found, filepath.Join(name, e.Name()))
			}
			continue
		}
		if ext := strings.ToLower(path.Ext(name)); ext != ".sql" && ext != ".ddl" {
			continue
		}
		f := migrate.File{Path: filepath.ToSlash(name)}
		text, err := os.ReadFile(name)
		if f.Unread = err != nil || len(text) > maxText; !f.Unread {
			f.Text = string(text)
		}
		files = append(files, f)
	}
	return files
}
