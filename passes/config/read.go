package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/nearest"
)

// File is what a configuration file says. Relative names in it start from its directory.
type File struct {
	Name string // absolute path
	// Exclude lists the files without findings.
	Exclude []Pattern
	// Paths lists what holds for some files only; what stands later wins.
	Paths []PathRule
	// Windows says for how long a provider, a queue or a job may try again, by name. Rules about lifetimes compare with it.
	Windows map[string]time.Duration

	section          // what holds everywhere
	tests, generated bool
	catalog          *catalog.Catalog
	names            []named // every rule named, for Check
}

// section is what can be said for all files or for some.
type section struct {
	level *Level
	rules map[string]Setting
}

// Setting is what the file says of one rule.
type Setting struct {
	Off   bool
	Level *Level // of all its findings; nil leaves them as they are
	Line  int
}

// Pattern is a glob over paths with slashes, relative to the file's directory. A directory stands for all below it.
type Pattern struct {
	Glob string
	Line int
}

// PathRule is an entry of paths.
type PathRule struct {
	Pattern
	section
}

type named struct {
	rule string
	line int
}

// Problems are the errors in a file, in the order of lines. Each line names file, line, the bad word and the valid ones.
type Problems []string

// Error joins the problems, one a line.
func (p Problems) Error() string { return strings.Join(p, "\n") }

// Read reads a configuration file. The error is Problems if the file could be opened.
func Read(name string) (*File, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, data)
}

// Parse reads the text of a configuration file.
func Parse(name string, data []byte) (*File, error) {
	r := &reader{name: name, file: &File{Name: name, catalog: catalog.Default()}}
	r.document(data)
	if len(r.problems) > 0 {
		slices.SortStableFunc(r.problems, func(a, b problem) int { return cmp.Compare(a.line, b.line) })
		var all Problems
		for _, p := range r.problems {
			all = append(all, fmt.Sprintf("%s:%d: %s", shown(name), p.line, p.text))
		}
		return nil, all
	}
	return r.file, nil
}

// shown is the name as an error shows it: short where it can be.
func shown(name string) string {
	dir, err := os.Getwd()
	if err != nil {
		return name
	}
	if rel, err := filepath.Rel(dir, name); err == nil && len(rel) < len(name) {
		return rel
	}
	return name
}

// Check says which rules named in the file do not exist.
func (f *File) Check(known []string) error {
	var out Problems
	for _, n := range f.names {
		if !slices.Contains(known, n.rule) {
			out = append(out, fmt.Sprintf("%s:%d: unknown rule %q: %s", shown(f.Name), n.line, n.rule, nearest.Want(n.rule, known)))
		}
	}
	if len(out) > 0 {
		return out
	}
	return nil
}

// reader walks the nodes of a document. It decodes by hand: the decoder of the library gives a line for a wrong type, but
// neither the valid words nor the nearest one.
type reader struct {
	name     string
	file     *File
	problems []problem
}

type problem struct {
	line int
	text string
}

func (r *reader) fail(n *yaml.Node, format string, args ...any) {
	r.problems = append(r.problems, problem{max(n.Line, 1), fmt.Sprintf(format, args...)})
}

var yamlError = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

func (r *reader) document(data []byte) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return // empty
	case err != nil:
		r.syntax(err)
		return
	}
	if err := dec.Decode(&more); err == nil {
		r.fail(&more, "a second document: want one")
	} else if !errors.Is(err, io.EOF) {
		r.syntax(err)
	}
	if len(doc.Content) == 1 && !null(doc.Content[0]) {
		r.mapping(doc.Content[0], "the file", topKeys(), nil)
	}
}

func (r *reader) syntax(err error) {
	line, text := 1, err.Error()
	if m := yamlError.FindStringSubmatch(text); m != nil {
		text = text[len(m[0]):]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
		}
	}
	r.problems = append(r.problems, problem{line, "not YAML: " + text})
}

// mapping reads a mapping whose keys are words of ours.
func (r *reader) mapping(n *yaml.Node, what string, keys []key, at *PathRule) {
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
	}
	r.pairs(n, what, func(k, v *yaml.Node) {
		i := slices.Index(names, k.Value)
		if i < 0 {
			r.fail(k, "unknown key %q: %s", k.Value, nearest.Want(k.Value, names))
			return
		}
		keys[i].read(r, v, at)
	})
}

// pairs goes over a mapping and complains about anything else, and about keys that stand twice.
func (r *reader) pairs(n *yaml.Node, what string, each func(k, v *yaml.Node)) {
	n = behind(n)
	if n.Kind != yaml.MappingNode {
		r.fail(n, "%s is %s: want a mapping (key: value)", what, kind(n))
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := behind(n.Content[i]), n.Content[i+1]
		if k.Kind != yaml.ScalarNode {
			r.fail(k, "a key of %s is %s: want a word", what, kind(k))
			continue
		}
		if first, dup := seen[k.Value]; dup {
			r.fail(k, "%q stands twice, first in line %d", k.Value, first)
			continue
		}
		seen[k.Value] = k.Line
		each(k, v)
	}
}

// list goes over a sequence.
func (r *reader) list(n *yaml.Node, what string, each func(*yaml.Node)) {
	n = behind(n)
	if n.Kind != yaml.SequenceNode {
		r.fail(n, "%s is %s: want a list (- item)", what, kind(n))
		return
	}
	for _, item := range n.Content {
		each(behind(item))
	}
}

// word reads one scalar; ok is false if it is none.
func (r *reader) word(n *yaml.Node, what string) (s string, ok bool) {
	n = behind(n)
	if n.Kind != yaml.ScalarNode || null(n) {
		r.fail(n, "%s is %s: want a word", what, kind(n))
		return "", false
	}
	return n.Value, true
}

// behind follows an alias, once: the library makes no alias of an alias.
func behind(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}

func null(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

func kind(n *yaml.Node) string {
	switch {
	case null(n):
		return "empty"
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.ScalarNode:
		return fmt.Sprintf("%q", n.Value)
	}
	return "nothing that is known"
}
