package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"
)

// FileEnv names the environment variable that gives the path of the configuration file, in place of the one that would be
// found.
const FileEnv = "IDEMLINT_CONFIG"

// FileName is the name of the configuration file.
const FileName = ".idemlint.yml"

// Locate gives the configuration file for code in dir: the one that the environment names, else the one that Find finds;
// "" if there is none.
func Locate(dir string) (string, error) {
	name := os.Getenv(FileEnv)
	if name == "" {
		return Find(dir), nil
	}
	if !filepath.IsAbs(name) {
		return "", fmt.Errorf("%s=%s: want an absolute path, since each package is analysed in a directory of its own", FileEnv, name)
	}
	if _, err := os.Stat(name); err != nil {
		return "", fmt.Errorf("%s: %w", FileEnv, err)
	}
	return name, nil
}

// Find looks for the file at the root of the module that holds dir, and above as far as the root of the repository; "" if
// there is none. Below the module's root there is none that counts: a tool started at the root could not notice its changes.
func Find(dir string) string {
	root := moduleRoot(dir)
	if root == "" {
		root = dir
	}
	for at := root; ; {
		name := filepath.Join(at, FileName)
		if exists(name) {
			return name
		}
		parent := filepath.Dir(at)
		if exists(filepath.Join(at, ".git")) || parent == at {
			return ""
		}
		at = parent
	}
}

// moduleRoot is the directory of the go.mod that governs dir, "" outside any module.
func moduleRoot(dir string) string {
	for at := dir; ; {
		if exists(filepath.Join(at, "go.mod")) {
			return at
		}
		parent := filepath.Dir(at)
		if parent == at {
			return ""
		}
		at = parent
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil || !errors.Is(err, fs.ErrNotExist)
}

// Files lists the configuration files that a run in dir may read, without repetitions: that of the module, and in a
// workspace those of all its modules.
func Files(dir string) ([]string, error) {
	name, err := Locate(dir)
	if err != nil || os.Getenv(FileEnv) != "" {
		return []string{name}[:min(1, len(name))], err
	}
	var out []string
	add := func(name string) {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	add(name)
	for _, use := range workspace(dir) {
		add(Find(use))
	}
	return out, nil
}

// workspace lists the directories of the workspace's modules. What is wrong with a go.work is the go command's to say.
func workspace(dir string) []string {
	file := os.Getenv("GOWORK")
	if file == "off" {
		return nil
	}
	for at := dir; file == ""; {
		if name := filepath.Join(at, "go.work"); exists(name) {
			file = name
			break
		}
		parent := filepath.Dir(at)
		if parent == at {
			return nil
		}
		at = parent
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	work, err := modfile.ParseWork(file, data, nil)
	if err != nil {
		return nil
	}
	var out []string
	for _, use := range work.Use {
		path := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(file), path)
		}
		out = append(out, path)
	}
	return out
}

// Hash writes the content of all configuration files that code in the working directory may read into h, nothing if there are
// none. No driver's cache knows of the file; hashed into the tool's version, or into the name of an analyzer, it makes results
// computed under another content stale.
func Hash(h io.Writer) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	return HashIn(h, dir)
}

// HashIn is Hash for code in dir. The place of a file counts, since its globs start there; it is given from the module's root,
// so that a cache can be shared between checkouts and subdirectories.
func HashIn(h io.Writer, dir string) error {
	names, err := Files(dir)
	if err != nil {
		return err
	}
	base := moduleRoot(dir)
	if base == "" {
		base = dir
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		place, err := filepath.Rel(base, name)
		if err != nil {
			place = name
		}
		if _, err := fmt.Fprintf(h, "%s %d\n%s", filepath.ToSlash(place), len(data), data); err != nil {
			return err
		}
	}
	return nil
}

// CheckIn reads all configuration files that code in dir may read, for a driver that refuses to start with a broken one.
// rules are the names of the rules there are.
func CheckIn(dir string, rules []string) error {
	names, err := Files(dir)
	if err != nil {
		return err
	}
	var problems []error
	for _, name := range names {
		f, err := Read(name)
		if err == nil {
			err = f.Check(rules)
		}
		problems = append(problems, err)
	}
	return errors.Join(problems...)
}
