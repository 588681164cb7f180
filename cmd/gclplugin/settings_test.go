package gclplugin

import (
	"maps"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/analyzers"
)

func TestDecode(t *testing.T) {
	type m = map[string]any
	for _, test := range []struct {
		name string
		raw  any
		want settings
		err  []string // what the error must say
	}{
		{"nothing", nil, settings{}, nil},
		{"all", m{
			"level": "advice", "tests": true, "generated": false, "rules": []any{"attemptkey", "-volatilekey"},
			"models": []any{"key.sink example.com/a.B arg=0", " source.random example.com/a.C"},
		}, settings{
			"level": "advice", "tests": "true", "generated": "false", "rules": "attemptkey,-volatilekey",
			"models": "key.sink example.com/a.B arg=0\nsource.random example.com/a.C",
		}, nil},
		{"models as text", m{"models": "key.sink example.com/a.B arg=0\n"}, settings{"models": "key.sink example.com/a.B arg=0\n"}, nil},
		{"no mapping", "advice", nil, []string{"settings", "advice", "level", "models"}},
		{"key", m{"rule": []any{}}, nil, []string{`"rule"`, "want generated, level, models, rules or tests", "did you mean rules?"}},
		{"level", m{"level": "warn"}, nil, []string{"level", `"warn"`, "want error, warning or advice", "did you mean warning?"}},
		{"level is no word", m{"level": 1}, nil, []string{"level", `"1"`, "error"}},
		{"rule", m{"rules": []any{"-volatilkey"}}, nil, []string{"rules", `"volatilkey"`, "checkthenact", "did you mean volatilekey?"}},
		{"rules are no list", m{"rules": "attemptkey"}, nil, []string{"rules", "attemptkey", "list"}},
		{"a rule is no word", m{"rules": []any{m{"attemptkey": true}}}, nil, []string{"rules", "want a word"}},
		{"bool", m{"tests": "yes"}, nil, []string{"tests", `"yes"`, "want true or false"}},
		{"model", m{"models": []any{"", "key.sinc example.com/a.B arg=0"}}, nil, []string{"models", ":2", `key.sinc`, "key.sink"}},
		{"models are no list", m{"models": true}, nil, []string{"models", "true", "list"}},
		{"two mistakes", m{"tests": "yes", "level": "warn"}, nil, []string{"level"}},
	} {
		got, err := decode(test.raw, analyzers.Rules)
		if len(test.err) == 0 {
			if err != nil || !maps.Equal(got, test.want) {
				t.Errorf("%s: %v, %v", test.name, got, err)
			}
			continue
		}
		if err == nil {
			t.Errorf("%s: no error", test.name)
			continue
		}
		for _, part := range test.err {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v; want it to say %q", test.name, err, part)
			}
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: more than one line: %v", test.name, err)
		}
	}
}
