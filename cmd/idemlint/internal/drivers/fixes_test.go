package drivers_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestFixes holds that "go vet -fix" and "golangci-lint run --fix" leave the same code behind.
func TestFixes(t *testing.T) {
	binary := given(t, "IDEMLINT_GOLANGCI")
	t.Setenv("GOLANGCI_LINT_CACHE", t.TempDir())
	plain, vet, golangci := corpus(t), corpus(t), corpus(t)
	run(t, vet, 0, "go", "vet", "-fix", "-vettool="+buildCommand(t), "./...")
	run(t, golangci, 1, binary, "run", "--fix", "./...") // most findings have no fix
	changed := 0
	for _, name := range goFiles(t, plain) {
		rel, err := filepath.Rel(plain, name)
		if err != nil {
			t.Fatal(err)
		}
		before, byVet, byGolangci := read(t, name), read(t, filepath.Join(vet, rel)), read(t, filepath.Join(golangci, rel))
		if !bytes.Equal(byVet, byGolangci) {
			t.Errorf("%s: go vet -fix leaves\n%s\ngolangci-lint --fix leaves\n%s", rel, byVet, byGolangci)
		}
		if !bytes.Equal(before, byVet) {
			changed++
		}
	}
	if changed == 0 {
		t.Error("no file was changed")
	}
	run(t, vet, 0, "go", "build", "./...")
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
