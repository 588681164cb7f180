package analyzers_test

import (
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/analyzers/rule"
)

const module = "github.com/idemlint/idemlint/"

// layers gives each part of the house the parts it may know: cmd → analyzers → passes → passes/catalog.
// The longest prefix decides.
var layers = []struct{ part, knows string }{
	{"cmd/", "cmd/ analyzers passes/"},
	{"analyzers", "analyzers passes/"},
	{"analyzers/rule", "analyzers/rule passes/config passes/ir passes/observed passes/schema passes/suppress passes/trace passes/unseen"},
	{"passes/", "passes/"},
	{"passes/catalog", "passes/catalog passes/nearest"},
	{"passes/trace", ""},
	{"passes/config", "passes/catalog passes/nearest"},
	{"passes/unseen", ""},
	{"passes/observed", "passes/trace"},
	{"passes/nearest", ""},
	{"passes/suppress", "passes/ir passes/nearest passes/observed"},
}

// TestLayers holds the direction of dependencies.
func TestLayers(t *testing.T) {
	cmd := exec.Command("go", "list", "-e", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "../...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		from, ok := strings.CutPrefix(words[0], module)
		if !ok {
			continue
		}
		part, knows := "", ""
		for _, l := range layers {
			if strings.HasPrefix(from, l.part) && len(l.part) >= len(part) {
				part, knows = l.part, l.knows
			}
		}
		for _, imp := range words[1:] {
			to, own := strings.CutPrefix(imp, module)
			if own && !allowed(to, knows) {
				t.Errorf("%s imports %s", from, to)
			}
			// A rule that yields to another asks what that one has found, and for nothing else.
			if isRule(from) && isRule(to) && !slices.Contains(yieldsTo(path.Base(from)), path.Base(to)) {
				t.Errorf("rule %s imports rule %s, to which it does not yield", from, to)
			}
		}
	}
}

func allowed(to, knows string) bool {
	for k := range strings.FieldsSeq(knows) {
		if strings.HasPrefix(to, k) {
			return true
		}
	}
	return false
}

// yieldsTo lists the rules that a rule, or any part of it, yields to.
func yieldsTo(name string) []string {
	out := rule.Above(name)
	for _, list := range rule.Orders {
		for _, place := range list {
			if strings.HasPrefix(place, name+"/") {
				out = append(out, rule.Above(place)...)
			}
		}
	}
	return out
}

func isRule(pkg string) bool {
	name, ok := strings.CutPrefix(pkg, "analyzers/")
	return ok && name != "rule" && !strings.Contains(name, "/")
}
