package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestCheckout runs the command on the example that README shows, with the real libraries: the findings are those written
// down, through go vet as well, and README quotes them truly.
func TestCheckout(t *testing.T) {
	if testing.Short() {
		t.Skip("downloads and compiles stripe-go and pgx")
	}
	const dir, golden = "../../examples/checkout", "../../examples/checkout/findings.txt"
	got := output(t, dir, 1, "idemlint", "./...")
	if *update {
		if err := os.WriteFile(golden, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got:\n%s\nwant (%s):\n%s", got, golden, want)
	}
	if again := output(t, dir, 1, "idemlint", "./..."); !bytes.Equal(got, again) {
		t.Errorf("second run:\n%s\nfirst:\n%s", again, got)
	}
	checkVet(t, dir, string(got))
	checkReadme(t, string(want))
}

// checkVet holds that go vet with the tool reports the same lines.
func checkVet(t *testing.T, dir, own string) {
	tool, err := exec.LookPath("idemlint")
	if err != nil {
		t.Fatal(err)
	}
	vet := string(output(t, dir, 1, "go", "vet", "-vettool="+tool, "./..."))
	for line := range strings.Lines(own) {
		if !strings.HasPrefix(line, " ") && !strings.Contains(vet, line) {
			t.Errorf("go vet does not report %s", line)
		}
	}
	if n, m := strings.Count(vet, "help: "), strings.Count(own, "help: "); n != m {
		t.Errorf("go vet: %d findings, idemlint: %d", n, m)
	}
}

// checkReadme holds that the finding shown in README is one that is made; -update puts the present one there.
func checkReadme(t *testing.T, findings string) {
	const name, begin, end = "../../README.md", "```text\n", "```"
	readme, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(readme), begin)
	shown, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatal("README shows no finding")
	}
	if *update {
		shown = firstOf(findings, "(attemptkey)")
		if err := os.WriteFile(name, []byte(before+begin+shown+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if shown == "" || !strings.Contains(findings, shown) {
		t.Errorf("README shows a finding that is not made (run with -update):\n%s", shown)
	}
}

// firstOf cuts out the first finding of a rule, with its trace.
func firstOf(findings, rule string) string {
	var b strings.Builder
	for line := range strings.Lines(findings) {
		in := strings.HasPrefix(line, " ")
		if !in && b.Len() > 0 {
			break
		}
		if b.Len() > 0 || strings.HasSuffix(line, rule+"\n") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// output runs a command, checks the exit code, and gives stdout; of go vet, which prints findings there, stderr.
func output(t *testing.T, dir string, code int, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	exit := (*exec.ExitError)(nil)
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("%s %v: exit code %d, want %d\n%s%s", name, args, got, code, stdout.Bytes(), stderr.Bytes())
	}
	if name == "go" {
		return stderr.Bytes()
	}
	return stdout.Bytes()
}
