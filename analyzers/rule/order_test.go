package rule_test

import (
	"go/token"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/config"
)

// report makes an analyzer of the named rule that reports findings about ways, all at the start of the file.
func reporter(name string, level rule.Level, ways ...[]token.Pos) *analysis.Analyzer {
	info := &rule.Info{Name: name, Group: "retries", Level: rule.Error, Scope: "package", Since: "v0.1.0", Doc: "// Package p reports a thing.\npackage p\n"}
	return rule.New(info, func(p *analysis.Pass) (any, error) {
		for _, w := range ways {
			rule.Report(p, info, rule.Finding{Pos: p.Files[0].Package, Level: level, Message: "found", About: w})
		}
		return nil, nil
	})
}

// TestYields holds that of two rules that report one effect from one scope only the first in the order speaks.
func TestYields(t *testing.T) {
	type way = []token.Pos
	for _, c := range []struct {
		what         string
		above, below string
		level        rule.Level
		a, b         way
		want         bool // that the rule below speaks
	}{
		{"one effect", "accumulate", "unguardedconsumer", rule.Warning, way{3}, way{3}, false},
		{"seen from further out", "unkeyedretry", "unguardedconsumer", rule.Warning, way{3}, way{1, 3}, false},
		{"seen from further in", "unguardedconsumer", "nointent", rule.Warning, way{1, 3}, way{3}, false},
		{"from two scopes", "unkeyedretry", "unguardedconsumer", rule.Warning, way{2, 3}, way{1, 3}, true},
		{"two effects", "accumulate", "unguardedconsumer", rule.Warning, way{2}, way{3}, true},
		{"in the other order", "nointent", "unguardedconsumer", rule.Warning, way{3}, way{3}, true},
		{"advice hides nothing", "accumulate", "unguardedconsumer", rule.Advice, way{3}, way{3}, true},
		{"about nothing", "accumulate", "unguardedconsumer", rule.Warning, nil, nil, true},
		{"not in one list", "accumulate", "volatilekey", rule.Warning, way{3}, way{3}, true},
	} {
		got := yield(t, reporter(c.above, c.level, c.a), reporter(c.below, rule.Warning, c.b), "package p\n")
		if (got == 1) != c.want {
			t.Errorf("%s: %s below %s reports %d findings", c.what, c.below, c.above, got)
		}
	}
	silenced := "//idemlint:file-ignore accumulate it is meant so\npackage p\n"
	if got := yield(t, reporter("accumulate", rule.Error, way{3}), reporter("unguardedconsumer", rule.Error, way{3}), silenced); got != 0 {
		t.Errorf("what a comment silences comes back under another name")
	}
}

// yield counts the findings of below, which requires above.
func yield(t *testing.T, above, below *analysis.Analyzer, src string) int {
	pass := parsed(t, "example.com/test", []string{"a.go", src})
	pass.ResultOf = map[*analysis.Analyzer]any{config.Analyzer: &config.Config{Level: rule.Advice}}
	pass.Report = func(analysis.Diagnostic) {}
	out, err := above.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	pass.ResultOf[above] = out
	pass.Report = func(analysis.Diagnostic) { n++ }
	if _, err := below.Run(pass); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestPart holds that a part reports nothing, ranks where the rule does, and is told by the rule.
func TestPart(t *testing.T) {
	about := []token.Pos{3}
	part := rule.Part(info, func(p *analysis.Pass) (any, error) {
		rule.Report(p, info, rule.Finding{Pos: p.Files[0].Package, Level: rule.Warning, Message: "found", About: about})
		return nil, nil
	})
	whole := rule.New(info, func(p *analysis.Pass) (any, error) { rule.Forward(p, info, part); return nil, nil }, part)
	if part.Name == whole.Name {
		t.Errorf("the part has the name of the rule")
	}
	pass := parsed(t, "example.com/test", []string{"a.go", "package p\n"})
	pass.ResultOf = map[*analysis.Analyzer]any{config.Analyzer: &config.Config{}}
	var got []string
	pass.Report = func(d analysis.Diagnostic) { got = append(got, d.Message) }
	out, err := part.Run(pass)
	if err != nil || len(got) > 0 {
		t.Fatalf("the part reports %q, %v", got, err)
	}
	pass.ResultOf[part] = out
	if _, err := whole.Run(pass); err != nil || len(got) != 1 || !strings.HasPrefix(got[0], "found") {
		t.Errorf("the rule reports %q, %v", got, err)
	}
}
