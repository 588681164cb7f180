package drivers_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/analyzers/rule"
)

// TestMended: after -fix exactly the findings that offered a fix are gone, nothing new has come, and the code builds.
func TestMended(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command over a module")
	}
	dir, tool := corpus(t), buildCommand(t)
	offered := bytes.Count(run(t, dir, 1, tool, "-format=json", "./..."), []byte(`"suggested_fixes"`))
	before := map[string]int{}
	for _, f := range commandFindings(t, dir) {
		before[f.Rule+" "+f.File+" "+f.Message]++
	}
	run(t, dir, 1, tool, "-fix", "./...")
	after := commandFindings(t, dir)
	left := map[string]int{}
	for _, f := range after {
		left[f.Rule+" "+f.File+" "+f.Message]++
	}
	// Of one defect only the first rule speaks. Where its fault is mended, the next may have something to say.
	mended := map[string][]string{}
	gone := 0
	for key, n := range before {
		if n -= left[key]; n > 0 {
			name, rest, _ := strings.Cut(key, " ")
			file, _, _ := strings.Cut(rest, " ")
			mended[file] = append(mended[file], name)
			gone += n
		}
	}
	for _, f := range after {
		if before[f.Rule+" "+f.File+" "+f.Message]--; before[f.Rule+" "+f.File+" "+f.Message] >= 0 {
			continue
		}
		if !slices.ContainsFunc(append(rule.Above(f.Rule), rule.Above(rule.SiblingsOnly)...), func(above string) bool { return slices.Contains(mended[f.File], above) }) {
			t.Errorf("new after -fix: %s", f)
		}
	}
	if offered == 0 || gone != offered {
		t.Errorf("%d findings offered a fix, %d are gone; what -fix would do now:\n%s", offered, gone, run(t, dir, 1, tool, "-diff", "./..."))
	}
	run(t, dir, 0, "go", "build", "./...")
}
