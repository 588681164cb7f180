package migrate

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Tree is what was found below a root.
type Tree struct {
	// Root is the folder that all paths start from, absolute.
	Root   string
	Groups []*Group
	// Modules are the folders that hold a Go module, in order.
	Modules []string
	// Generated tells for the folder of a package that was generated from queries which files the tables are in.
	Generated map[string][]string
	// Partial: a bound was reached, so there are files that nobody looked at.
	Partial bool
}

// Bounds of one run.
const (
	maxEntries = 400_000
	maxFiles   = 30_000
	maxBytes   = 256 << 20
	maxFile    = 1 << 20
)

// Root gives the folder of the repository that holds dir: the one with version control in it, else the outermost Go module.
func Root(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	module := abs
	for at := abs; ; {
		for _, vcs := range []string{".git", ".hg", ".jj", ".svn"} {
			if _, err := os.Stat(filepath.Join(at, vcs)); err == nil {
				return at
			}
		}
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			module = at
		}
		up := filepath.Dir(at)
		if up == at {
			return module
		}
		at = up
	}
}

// Read finds and reads the files below root. Paths in it are relative to root.
func Read(root string) *Tree {
	return read(os.DirFS(root), root)
}

func read(fsys fs.FS, root string) *Tree {
	t := &Tree{Root: root, Generated: map[string][]string{}}
	var files []File
	var configs []string
	entries, size := 0, 0
	_ = fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if entries++; entries > maxEntries || len(files) > maxFiles || size > maxBytes {
			t.Partial = true
			return fs.SkipAll
		}
		if err != nil {
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		base := d.Name()
		if d.IsDir() {
			if p != "." && skipped(base) {
				return fs.SkipDir
			}
			return nil
		}
		switch {
		case base == "go.mod":
			t.Modules = append(t.Modules, path.Dir(p))
		case strings.HasPrefix(base, "sqlc.") && (strings.HasSuffix(base, ".yaml") || strings.HasSuffix(base, ".yml") || strings.HasSuffix(base, ".json")):
			configs = append(configs, p)
		case strings.EqualFold(path.Ext(base), ".sql"):
			f := load(fsys, p, d)
			size += len(f.Text)
			files = append(files, f)
		}
		return nil
	})
	t.Groups = Groups(files)
	for _, c := range configs {
		t.config(fsys, c)
	}
	slices.Sort(t.Modules)
	return t
}

func load(fsys fs.FS, p string, d fs.DirEntry) File {
	f := File{Path: p}
	if info, err := d.Info(); err != nil || info.Size() > maxFile {
		// What is that large holds data. Whether a table is in it as well, nobody knows.
		f.Unread = true
		return f
	}
	text, err := fs.ReadFile(fsys, p)
	if err != nil {
		f.Unread = true
		return f
	}
	f.Text = string(text)
	return f
}

// Enters reports whether Read looks into a folder that lies at a slash-separated path below its root.
func Enters(rel string) bool {
	for base := range strings.SplitSeq(rel, "/") {
		if base != "." && skipped(base) {
			return false
		}
	}
	return true
}

// skipped tells the folders that hold other people's code or nobody's tables.
func skipped(base string) bool {
	switch base {
	case "vendor", "node_modules":
		return true
	}
	return base[0] == '.' || base[0] == '_' || strings.HasPrefix(base, "testdata") || strings.HasSuffix(base, "testdata")
}
