package render_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/render"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report/reporttest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestGitHub(t *testing.T) {
	r := reporttest.New(t)
	r.Items[0].Message = "two\r\nlines: 100%, really (loud)"
	var b bytes.Buffer
	if err := render.GitHub(&b, r); err != nil {
		t.Fatal(err)
	}
	reporttest.Golden(t, r, b.Bytes(), "testdata/github.txt", *update)
	for line := range strings.Lines(b.String()) {
		if !strings.HasPrefix(line, "::") || strings.Count(line, "\r") > 0 {
			t.Errorf("no workflow command: %q", line)
		}
	}
}

func TestGitLab(t *testing.T) {
	r := reporttest.New(t)
	var b bytes.Buffer
	if err := render.GitLab(&b, r); err != nil {
		t.Fatal(err)
	}
	reporttest.Golden(t, r, b.Bytes(), "testdata/gitlab.json", *update)
	var issues []struct{ Fingerprint, Severity string }
	if err := json.Unmarshal(b.Bytes(), &issues); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, is := range issues {
		if seen[is.Fingerprint] || is.Fingerprint == "" {
			t.Errorf("fingerprint %q twice: GitLab would show one of the findings", is.Fingerprint)
		}
		seen[is.Fingerprint] = true
	}
	b.Reset()
	r.Items = nil
	if err := render.GitLab(&b, r); err != nil || b.String() != "[]\n" {
		t.Errorf("nothing found: %q %v", b.String(), err)
	}
}
