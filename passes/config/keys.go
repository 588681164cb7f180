package config

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/nearest"
)

// key is one key of the file: how it is read, and how an editor is told of it. The JSON schema is made from the same table
// as the reader, so neither can know a key that the other does not.
type key struct {
	name, doc string
	schema    func(rules []string) object
	read      func(r *reader, v *yaml.Node, at *PathRule)
}

// topKeys are the keys of the file.
func topKeys() []key {
	return append(sectionKeys(),
		key{"tests", "report in test code too", boolean, func(r *reader, v *yaml.Node, _ *PathRule) { r.bool(v, "tests", &r.file.tests) }},
		key{"generated", "report in generated files too", boolean, func(r *reader, v *yaml.Node, _ *PathRule) { r.bool(v, "generated", &r.file.generated) }},
		key{"exclude", "files without findings: globs relative to this file, ** for any directories", patterns, (*reader).exclude},
		key{"paths", "what holds for some files only; what stands later wins", pathRules, (*reader).paths},
		key{"models", "what functions of yours and of libraries do: lines of the catalogue, ROLE SYMBOL [name=value ...]", lines, (*reader).models},
		key{"windows", "how long a provider, queue or job may try again, by name: stripe: 24h", windows, (*reader).windows},
	)
}

// pathKeys are the keys of an entry of paths.
func pathKeys() []key {
	return append([]key{{"path", "a glob relative to this file, ** for any directories", pattern, (*reader).path}}, sectionKeys()...)
}

// sectionKeys are the keys that hold everywhere, or under paths for some files.
func sectionKeys() []key {
	return []key{
		{"level", "the lowest level reported", level, (*reader).level},
		{"rules", "rules that are off, or the level of all findings of a rule", rules, (*reader).rules},
	}
}

func (r *reader) section(at *PathRule) *section {
	if at != nil {
		return &at.section
	}
	return &r.file.section
}

func (r *reader) level(v *yaml.Node, at *PathRule) {
	s, ok := r.word(v, "level")
	if !ok {
		return
	}
	l, err := ParseLevel(s)
	if err != nil {
		r.fail(v, "level: %v", err)
		return
	}
	r.section(at).level = &l
}

// settings are the words that stand for a rule.
func settings() []string { return append([]string{"on", "off"}, levelNames()...) }

func (r *reader) rules(v *yaml.Node, at *PathRule) {
	into := r.section(at)
	into.rules = map[string]Setting{}
	r.pairs(v, "rules", func(k, v *yaml.Node) {
		r.file.names = append(r.file.names, named{k.Value, k.Line})
		word, ok := r.word(v, "rule "+k.Value)
		if !ok {
			return
		}
		set := Setting{Line: k.Line}
		switch l, err := ParseLevel(word); {
		case word == "off":
			set.Off = true
		case word == "on":
		case err == nil:
			set.Level = &l
		default:
			r.fail(v, "rule %s: unknown word %q: %s", k.Value, word, nearest.Want(word, settings()))
			return
		}
		into.rules[k.Value] = set
	})
}

func (r *reader) bool(v *yaml.Node, what string, into *bool) {
	s, ok := r.word(v, what)
	switch {
	case !ok:
	case s == "true" || s == "false":
		*into = s == "true"
	default:
		r.fail(v, "%s: unknown word %q: want true or false", what, s)
	}
}

func (r *reader) exclude(v *yaml.Node, _ *PathRule) {
	r.list(v, "exclude", func(item *yaml.Node) {
		if p, ok := r.glob(item, "exclude"); ok {
			r.file.Exclude = append(r.file.Exclude, p)
		}
	})
}

func (r *reader) paths(v *yaml.Node, _ *PathRule) {
	r.list(v, "paths", func(item *yaml.Node) {
		at := PathRule{Pattern: Pattern{Line: item.Line}}
		before := len(r.problems)
		r.mapping(item, "an entry of paths", pathKeys(), &at)
		if at.Glob == "" && len(r.problems) == before {
			r.fail(item, "an entry of paths has no path")
		}
		r.file.Paths = append(r.file.Paths, at)
	})
}

func (r *reader) path(v *yaml.Node, at *PathRule) {
	if p, ok := r.glob(v, "path"); ok {
		at.Pattern = p
	}
}

func (r *reader) glob(v *yaml.Node, what string) (Pattern, bool) {
	s, ok := r.word(v, what)
	if !ok {
		return Pattern{}, false
	}
	glob := strings.TrimSuffix(strings.TrimPrefix(s, "./"), "/")
	switch {
	case glob == "" || strings.HasPrefix(glob, "/") || strings.HasPrefix(glob, "../") || filepath.IsAbs(s) || strings.Contains(glob, `\`):
		r.fail(v, "%s: %q: want a path with slashes that starts from the directory of this file", what, s)
		return Pattern{}, false
	case !doublestar.ValidatePattern(glob):
		r.fail(v, "%s: %q is no glob: a bracket is not closed", what, s)
		return Pattern{}, false
	}
	return Pattern{glob, v.Line}, true
}

// models reads lines of the catalogue, as a list or as a block of text. Every line keeps its own number.
func (r *reader) models(v *yaml.Node, _ *PathRule) {
	var text []string
	put := func(line int, s string) {
		for len(text) < line {
			text = append(text, "")
		}
		text[line-1] = s
	}
	switch v = behind(v); {
	case null(v):
	case v.Kind == yaml.ScalarNode && v.Style == yaml.LiteralStyle:
		for i, s := range strings.Split(v.Value, "\n") {
			put(v.Line+1+i, s)
		}
	case v.Kind == yaml.SequenceNode:
		r.list(v, "models", func(item *yaml.Node) {
			if s, ok := r.word(item, "a model"); ok {
				put(item.Line, strings.TrimSpace(s))
			}
		})
	default:
		r.fail(v, "models is %s: want a list of lines, or a block that begins with |", kind(v))
	}
	bad := false
	for i, line := range text {
		_, modules, err := catalog.Parse("", line)
		if err == nil && len(modules) > 0 {
			err = errors.New("a line about a module has no use here: packages are skipped only where the built-in catalogue says so")
		}
		if err != nil {
			bad = true
			r.problems = append(r.problems, problem{i + 1, "models: " + strings.TrimPrefix(err.Error(), ":1: ")})
		}
	}
	if bad {
		return
	}
	whole := strings.Join(text, "\n")
	cat, err := catalog.Default().With(r.name, whole)
	if err != nil { // a line that stands twice
		line, what := 1, strings.TrimPrefix(err.Error(), r.name+":")
		if n, rest, ok := strings.Cut(what, ": "); ok {
			if i, err := strconv.Atoi(n); err == nil {
				line, what = i, rest
			}
		}
		r.problems = append(r.problems, problem{line, "models: " + what})
		return
	}
	r.file.catalog = cat
}

var windowName = regexp.MustCompile(`^[a-z][a-z0-9._/-]*$`)

func (r *reader) windows(v *yaml.Node, _ *PathRule) {
	r.file.Windows = map[string]time.Duration{}
	r.pairs(v, "windows", func(k, v *yaml.Node) {
		s, ok := r.word(v, "window "+k.Value)
		if !ok {
			return
		}
		if !windowName.MatchString(k.Value) {
			r.fail(k, "window %q: want a name in small letters, such as stripe or orders-queue", k.Value)
		}
		d, err := duration(s)
		if err != nil {
			r.fail(v, "window %s: %v", k.Value, err)
			return
		}
		r.file.Windows[k.Value] = d
	})
}

var days = regexp.MustCompile(`^([0-9]{1,5})d`)

// duration reads what time.ParseDuration reads, and days in front.
func duration(s string) (time.Duration, error) {
	var d time.Duration
	rest := s
	if m := days.FindStringSubmatch(s); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			return 0, err
		}
		d, rest = time.Duration(n)*24*time.Hour, s[len(m[0]):]
	}
	if rest != "" {
		more, err := time.ParseDuration(rest)
		if err != nil {
			return 0, fmt.Errorf("%q is no duration: want one such as 24h, 30d or 1h30m", s)
		}
		d += more
	}
	if d <= 0 {
		return 0, fmt.Errorf("%q: want a duration above zero", s)
	}
	return d, nil
}

// Names lists the rules that the section speaks of, in order.
func (s *section) Names() []string { return slices.Sorted(maps.Keys(s.rules)) }

// WindowNames lists the names of the windows, in order.
func (f *File) WindowNames() []string { return slices.Sorted(maps.Keys(f.Windows)) }

// Models lists what the file says of functions.
func (f *File) Models() []*catalog.Entry { return f.catalog.Added() }
