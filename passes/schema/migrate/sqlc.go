package migrate

import (
	"io/fs"
	"path"
	"slices"

	"go.yaml.in/yaml/v3"
)

// paths is a path or a list of them.
type paths []string

// UnmarshalYAML reads either form.
func (p *paths) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*p = paths{n.Value}
		return nil
	}
	return n.Decode((*[]string)(p))
}

type sqlcFile struct {
	SQL []struct { // version 2
		Schema paths
		Gen    struct{ Go struct{ Out string } }
	}
	Packages []struct { // version 1
		Schema paths
		Path   string
	}
}

// config reads a configuration of sqlc: which package is generated, and which files its tables are in.
func (t *Tree) config(fsys fs.FS, file string) {
	text, err := fs.ReadFile(fsys, file)
	if err != nil || len(text) > maxFile {
		return
	}
	var c sqlcFile
	if yaml.Unmarshal(text, &c) != nil {
		return
	}
	dir := path.Dir(file)
	add := func(out string, schema paths) {
		if out == "" || path.IsAbs(out) {
			return
		}
		out = path.Join(dir, out)
		for _, s := range schema {
			if s = path.Join(dir, s); !slices.Contains(t.Generated[out], s) {
				t.Generated[out] = append(t.Generated[out], s)
			}
		}
	}
	for _, s := range c.SQL {
		add(s.Gen.Go.Out, s.Schema)
	}
	for _, p := range c.Packages {
		add(p.Path, p.Schema)
	}
}
