package analyzers_test

import (
	"os/exec"
	"strings"
	"testing"
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
			if isRule(from) && isRule(to) {
				t.Errorf("rule %s imports rule %s", from, to)
			}
		}
	}
}

func allowed(path, knows string) bool {
	for k := range strings.FieldsSeq(knows) {
		if strings.HasPrefix(path, k) {
			return true
		}
	}
	return false
}

func isRule(path string) bool {
	name, ok := strings.CutPrefix(path, "analyzers/")
	return ok && name != "rule" && !strings.Contains(name, "/")
}
