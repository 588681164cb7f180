package drivers

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
)

// Finding is what every driver tells of a finding.
type Finding struct {
	File      string // relative to the module, with slashes
	Line, Col int
	Rule      string
	Message   string // without the rule's name
	Related   []string

	category string // level/evidence, where the driver tells it
	steps    []string
}

// Shown is the form that the testdata asks for, see passtest.Rule.
func (f Finding) Shown() string {
	return fmt.Sprintf("%s: %s (%s) [%s]", f.category, f.Message, f.Rule, strings.Join(f.steps, " > "))
}

// String is the form in which findings are compared: the finding, and below it the trace as people see it.
func (f Finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s (%s)\n    %s", f.File, f.Line, f.Col, f.Message, f.Rule, strings.Join(f.Related, "\n    "))
}

// Sort puts findings in the order of places.
func Sort(list []Finding) {
	slices.SortFunc(list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col), cmp.Compare(a.String(), b.String()))
	})
}

// elsewhere matches a related line of a place in another package, which is told in words.
var elsewhere = regexp.MustCompile(`^(.*) at ([^\s/]+\.go:\d+)$`)

// related is a related line as people see it. The files of a package lie in one directory, so their base names tell them apart.
func related(at, place, message string) string {
	if strings.HasPrefix(message, rule.HelpPrefix) {
		return message
	}
	if m := elsewhere.FindStringSubmatch(message); m != nil && place == at {
		return m[2] + ": " + m[1]
	}
	p := govet.ParsePosition(place)
	return fmt.Sprintf("%s:%d: %s", filepath.Base(p.File), p.Line, message)
}

func slashed(dir, name string) string {
	if rel, err := filepath.Rel(dir, name); err == nil && filepath.IsAbs(name) {
		name = rel
	}
	return filepath.ToSlash(name)
}

// ParseVet reads what "go vet -json" prints, and "idemlint -json": JSON documents between lines that begin with "#".
func ParseVet(dir string, out []byte) ([]Finding, error) {
	var list []Finding
	dec := json.NewDecoder(bytes.NewReader(withoutComments(out)))
	for dec.More() {
		var tree govet.Tree
		if err := dec.Decode(&tree); err != nil {
			return nil, err
		}
		for id, results := range tree {
			for name, res := range results {
				if res.Err != "" {
					return nil, fmt.Errorf("%s: %s: %s", id, name, res.Err)
				}
				for _, d := range res.Diagnostics {
					p := govet.ParsePosition(d.Posn)
					f := Finding{File: slashed(dir, p.File), Line: p.Line, Col: p.Col, Rule: name, Message: strings.TrimSuffix(d.Message, " ("+name+")"), category: d.Category}
					for _, r := range d.Related {
						f.Related = append(f.Related, related(d.Posn, r.Posn, r.Message))
						f.steps = append(f.steps, r.Message)
					}
					list = append(list, f)
				}
			}
		}
	}
	Sort(list)
	return list, nil
}

func withoutComments(out []byte) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(out) {
		if !bytes.HasPrefix(line, []byte("#")) {
			b.Write(line)
		}
	}
	return b.Bytes()
}

// ParseGolangci reads the JSON of golangci-lint. The trace is part of the text there, in the form of related.
func ParseGolangci(dir string, out []byte) ([]Finding, error) {
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	var list []Finding
	for _, i := range report.Issues {
		lines := strings.Split(i.Text, "\n    ")
		name, message, ok := strings.Cut(lines[0], ": ")
		if !ok || i.FromLinter != "idemlint" {
			return nil, fmt.Errorf("%s: %s: no finding of a rule", i.FromLinter, i.Text)
		}
		list = append(list, Finding{File: slashed(dir, i.Pos.Filename), Line: i.Pos.Line, Col: i.Pos.Column, Rule: name, Message: message, Related: lines[1:]})
	}
	Sort(list)
	return list, nil
}

var (
	checked  = regexp.MustCompile(`^(.*?):(\d+)(?::(\d+))?(?:-[\d:]+)?: (.*)$`)
	ruleName = regexp.MustCompile(`^(.*) \((\w+)\)$`)
)

// ParseGopls reads what "gopls check" prints: a line a finding, and below it one for each related place, with a dash. What other
// analyzers of gopls say is dropped.
func ParseGopls(dir string, out []byte, rules []string) ([]Finding, error) {
	var list []Finding
	var at string // the place of the finding under way, "" for one that is not ours
	for line := range strings.Lines(string(out)) {
		m := checked.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			return nil, fmt.Errorf("gopls check: %q", line)
		}
		place, text := m[1]+":"+m[2]+":"+cmp.Or(m[3], "1"), m[4] // a whole line has no column
		if step, ok := strings.CutPrefix(text, "- "); ok {
			if at != "" {
				last := &list[len(list)-1]
				last.Related = append(last.Related, related(at, place, step))
			}
			continue
		}
		n := ruleName.FindStringSubmatch(text)
		if at = ""; n == nil || !slices.Contains(rules, n[2]) {
			continue
		}
		at = place
		p := govet.ParsePosition(place)
		list = append(list, Finding{File: slashed(dir, p.File), Line: p.Line, Col: p.Col, Rule: n[2], Message: n[1]})
	}
	Sort(list)
	return list, nil
}
