package source

import (
	"os"
	"path"
	"path/filepath"

	"golang.org/x/mod/modfile"
)

// Package is the import path of the package that a file belongs to, told by its directory and the go.mod above it:
// external tests count as the package they test, and a file named on the command line as part of its folder. Without a
// go.mod it is the name of the directory.
func (fs *Files) Package(name string) string {
	dir := filepath.Dir(name)
	if p, ok := fs.modules[dir]; ok {
		return p
	}
	p := filepath.Base(dir)
	if root, mod := Module(dir); mod != "" {
		if rel, err := filepath.Rel(root, dir); err == nil {
			p = path.Join(mod, filepath.ToSlash(rel))
		}
	}
	fs.modules[dir] = p
	return p
}

// Module finds the module around a directory: its root and its path, "" if there is none.
func Module(dir string) (root, modulePath string) {
	for {
		if data, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			return dir, modfile.ModulePath(data)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", ""
		}
		dir = parent
	}
}

// Root is the root of the repository around a directory: the folder with .git, which in a worktree or a submodule is a
// file; without one, the root of the module, or else the directory itself.
func Root(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, ".git")); err == nil {
			return d
		}
		if filepath.Dir(d) == d {
			break
		}
	}
	if root, mod := Module(dir); mod != "" {
		return root
	}
	return dir
}
