package upstream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/idemlint/idemlint/passes/catalog"
)

// module is one required module and where its source lies.
type module struct {
	Path, Version, Dir, Error string

	packages map[string][]string // folders of each package, by import path without major version
}

// required downloads the modules that go.mod requires directly, as they are: no dependency of theirs is fetched.
func required() ([]*module, error) {
	text, err := run("mod", "edit", "-json")
	if err != nil {
		return nil, err
	}
	var mod struct {
		Require []struct {
			Path, Version string
			Indirect      bool
		}
		Replace []struct{ Old struct{ Path string } }
	}
	if err := json.Unmarshal(text, &mod); err != nil {
		return nil, err
	}
	ours := map[string]bool{}
	for _, r := range mod.Replace {
		ours[r.Old.Path] = true
	}
	args := []string{"mod", "download", "-json"}
	for _, r := range mod.Require {
		if !r.Indirect && !ours[r.Path] {
			args = append(args, r.Path+"@"+r.Version)
		}
	}
	text, err = run(args...)
	if err != nil {
		return nil, err
	}
	var out []*module
	for dec := json.NewDecoder(bytes.NewReader(text)); dec.More(); {
		m := &module{}
		if err := dec.Decode(m); err != nil {
			return nil, err
		}
		if m.Error != "" {
			return nil, fmt.Errorf("%s@%s: %s", m.Path, m.Version, m.Error)
		}
		out = append(out, m)
	}
	return out, nil
}

// standard is the standard library as a module.
func standard() (*module, error) {
	text, err := run("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	return &module{Path: "std", Version: runtime.Version(), Dir: filepath.Join(strings.TrimSpace(string(text)), "src")}, nil
}

// folders finds the folders of a package: several where only the version tells them apart, as with math/rand and math/rand/v2.
func (m *module) folders(path string) []string {
	if m.packages == nil {
		m.packages = map[string][]string{}
		root := m.Path
		if root == "std" {
			root = ""
		}
		_ = filepath.WalkDir(m.Dir, func(dir string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return nil
			}
			if n := d.Name(); n == "testdata" || n == "vendor" || strings.HasPrefix(n, ".") && dir != m.Dir {
				return filepath.SkipDir
			}
			rel, err := filepath.Rel(m.Dir, dir)
			if err != nil {
				return nil
			}
			imp := strings.TrimPrefix(root+"/"+filepath.ToSlash(rel), "/")
			imp = catalog.Unversioned(strings.TrimSuffix(imp, "/."))
			m.packages[imp] = append(m.packages[imp], dir)
			return nil
		})
	}
	return m.packages[path]
}

// holds reports whether a package of this path would be part of the module.
func (m *module) holds(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	if m.Path == "std" {
		return !strings.Contains(first, ".")
	}
	root := catalog.Unversioned(m.Path)
	return path == root || strings.HasPrefix(path, root+"/")
}

func run(args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil && len(out) == 0 {
		return nil, fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}
