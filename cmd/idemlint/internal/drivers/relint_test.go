package drivers_test

import (
	"bytes"
	"testing"
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
	gone := 0
	for _, n := range before {
		gone += n
	}
	for _, f := range commandFindings(t, dir) {
		key := f.Rule + " " + f.File + " " + f.Message
		if before[key]--; before[key] < 0 {
			t.Errorf("new after -fix: %s", f)
		}
		gone--
	}
	if offered == 0 || gone != offered {
		t.Errorf("%d findings offered a fix, %d are gone; what -fix would do now:\n%s", offered, gone, run(t, dir, 1, tool, "-diff", "./..."))
	}
	run(t, dir, 0, "go", "build", "./...")
}
