package gopls

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

//go:embed register.go.txt
var register string

// change is one edit to the sources of gopls: the line after is put behind, or in the place of, the line before.
type change struct {
	file, before, after string
}

// changes are all edits. Adding the rules is enough to see findings; each of these mends what gopls would do wrong with them.
func changes() []change {
	return []change{
		{
			// A severity belongs to an analyzer there; ours belongs to the finding.
			file:   "internal/cache/errors.go",
			before: "Severity: srcAnalyzer.Severity(),",
			after:  "Severity: srcAnalyzer.SeverityOf(gobDiag.Code),",
		},
		{
			// Results are cached by the names of analyzers and the content of Go files. Ours depend on the configuration too.
			// An analyzer named after its hash would not do: it is named once, and the file may change while gopls runs.
			file:   "internal/cache/analysis.go",
			before: `fmt.Fprintf(hasher, "package: %s\n", an.ph.key)`,
			after:  `fmt.Fprintf(hasher, "package: %s\nconfig: %s\n", an.ph.key, settings.ConfigKey(an.ph.mp.Module, an.ph.mp.CompiledGoFiles))`,
		},
		{
			// An agent is told the message only; the way to the fault and its mend are in the related information.
			file:   "internal/mcp/file_diagnostics.go",
			before: "d.Range.End.Character, d.Severity, d.Message)",
			after: `d.Range.End.Character, d.Severity, d.Message)
		for _, r := range d.Related {
			fmt.Fprintf(w, "\t%s:%d: %s\n", filepath.Base(r.Location.URI.Path()), r.Location.Range.Start.Line+1, r.Message)
		}`,
		},
	}
}

// patch adds the rules to the sources of gopls in dir.
func patch(dir string) error {
	for _, c := range changes() {
		name := filepath.Join(dir, filepath.FromSlash(c.file))
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if n := strings.Count(string(data), c.before); n != 1 {
			return fmt.Errorf("%s has %d lines %q, want 1: this gopls is not the one we know", c.file, n, c.before)
		}
		if err := os.WriteFile(name, []byte(strings.Replace(string(data), c.before, c.after, 1)), 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "internal", "settings", "idemlint.go"), []byte(register), 0o666)
}
