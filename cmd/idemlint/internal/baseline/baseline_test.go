package baseline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
	"github.com/idemlint/idemlint/passes/config"
)

func item(rule, pkg, level, print string) report.Item {
	return report.Item{
		Finding: govet.Finding{Rule: rule, Diagnostic: govet.Diagnostic{Category: level + "/proved", Message: "call of F (" + rule + ")"}},
		Package: pkg, Function: "f", Fingerprint: print,
	}
}

func everything() Run {
	return Run{Looked: func(string) bool { return true }, Rule: func(string) bool { return true }}
}

func TestWriteIsSortedAndCounted(t *testing.T) {
	items := []report.Item{item("b", "z", "error", "3"), item("a", "y", "warning", "2"), item("b", "z", "error", "3"), item("a", "y", "warning", "1")}
	data, err := Of(items, &config.Config{Tests: true}).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
  "version": 1,
  "tests": true,
  "findings": [
    {
      "rule": "a",
      "level": "warning",
      "package": "y",
      "function": "f",
      "message": "call of F",
      "fingerprint": "1",
      "count": 1
    },
    {
      "rule": "a",
      "level": "warning",
      "package": "y",
      "function": "f",
      "message": "call of F",
      "fingerprint": "2",
      "count": 1
    },
    {
      "rule": "b",
      "level": "error",
      "package": "z",
      "function": "f",
      "message": "call of F",
      "fingerprint": "3",
      "count": 2
    }
  ]
}
`
	if string(data) != want {
		t.Errorf("got %s", data)
	}
	b, err := Parse(data)
	if err != nil || b.Count() != 4 {
		t.Errorf("%v %v", b, err)
	}
	if empty, err := new(Baseline).Bytes(); err != nil || !strings.Contains(string(empty), `"findings": []`) {
		t.Errorf("%s %v", empty, err)
	}
}

func TestApplyAndPrune(t *testing.T) {
	b := &Baseline{Version: 1, Findings: []Entry{
		{Rule: "r", Level: "error", Package: "p", Function: "f", Message: "m", Fingerprint: "twice", Count: 2},
		{Rule: "r", Level: "error", Package: "p", Function: "f", Message: "m", Fingerprint: "one", Count: 3},
		{Rule: "r", Level: "error", Package: "p", Message: "m", Fingerprint: "none", Count: 1},
	}}
	items := []report.Item{item("r", "p", "error", "twice"), item("r", "p", "error", "one"), item("r", "p", "error", "twice"), item("r", "p", "error", "twice"), item("r", "p", "error", "new")}
	inSource := &report.Suppression{Kind: report.InSource}
	items = append(items, item("r", "p", "error", "one"))
	items[5].Suppressed = inSource
	unused := b.Apply(items, "why")
	var shown []string
	for _, it := range items {
		if it.Suppressed == nil {
			shown = append(shown, it.Fingerprint)
		}
	}
	// The third of two counted ones is new; what a comment accepts uses up no entry.
	if strings.Join(shown, " ") != "twice new" || items[3].Suppressed != nil || items[5].Suppressed != inSource || items[0].Suppressed.Justification != "why" {
		t.Errorf("shown: %v", shown)
	}
	kept, gone := b.Prune(unused, everything())
	if len(kept.Findings) != 2 || kept.Findings[1].Count != 1 || len(gone) != 2 {
		t.Fatalf("kept %v, gone %v", kept.Findings, gone)
	}
	if got := gone[0].String(); got != "p.f: m (r), 2 of 3" {
		t.Error(got)
	}
	if got := gone[1].String(); got != "p: m (r)" {
		t.Error(got)
	}
	if b.Findings[1].Count != 3 {
		t.Error("the baseline itself was changed")
	}
}

// TestUnseen: what a run did not look at is not gone, and is kept by write.
func TestUnseen(t *testing.T) {
	b := &Baseline{Findings: []Entry{{Rule: "r", Level: "warning", Package: "p", Fingerprint: "x", Count: 1}}}
	none := func(string) bool { return false }
	for name, change := range map[string]func(*Run){
		"package": func(r *Run) { r.Looked = none },
		"rule":    func(r *Run) { r.Rule = none },
		"level":   func(r *Run) { r.Level = config.Error },
	} {
		run := everything()
		change(&run)
		if kept, gone := b.Prune([]int{1}, run); len(gone) > 0 || len(kept.Findings) != 1 {
			t.Errorf("%s not looked at: gone %v", name, gone)
		}
		var next Baseline
		if next.Keep(b, run); len(next.Findings) != 1 {
			t.Errorf("%s not looked at: not kept", name)
		}
		if next.Keep(b, run); len(next.Findings) != 1 {
			t.Errorf("%s: kept twice", name)
		}
	}
	var next Baseline
	if next.Keep(b, everything()); len(next.Findings) > 0 {
		t.Error("kept what is gone")
	}
	if (&Baseline{Tests: true}).Narrower(&config.Config{}) == "" || (&Baseline{Generated: true}).Narrower(&config.Config{}) == "" || (&Baseline{}).Narrower(&config.Config{}) != "" {
		t.Error("Narrower")
	}
}

func TestParseErrors(t *testing.T) {
	const entry = `{"rule": "r", "level": "error", "package": "p", "message": "m", "fingerprint": "x", "count": 1}`
	for content, want := range map[string]string{
		``:                               "1: no baseline: EOF",
		"{\n\"version\": 1,\n}":          "3: no baseline: invalid character '}'",
		"{\n\"version\": \"one\"}":       "2: no baseline: cannot unmarshal string",
		`{"version": 1, "finding": []}`:  `1: no baseline: unknown field "finding"`,
		`{"version": 2, "findings": []}`: "1: version 2 is not known: want 1; write the file anew",
		"{\"version\": 1, \"findings\": [\n" + strings.Replace(entry, "1}", "0}", 1) + "]}":  "2: entry 1 has count 0: want 1 or more",
		"{\"version\": 1, \"findings\": [\n" + strings.Replace(entry, `"r"`, `""`, 1) + "]}": "2: entry 1 has no rule or no fingerprint",
		`{"version": 1, "findings": [` + strings.Replace(entry, "error", "fatal", 1) + "]}":  `1: entry 1 has an unknown level "fatal": want error, warning or advice`,
		`{"version": 1, "findings": [` + entry + "," + entry + "]}":                          "1: entry 2 has the fingerprint of an earlier one: x",
		`{"version": 1, "findings": []} more`:                                                "1: no baseline: there is more after the end",
	} {
		_, err := Parse([]byte(content))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", content, err, want)
		}
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "b.json")
	if _, err := Load(name); err == nil || err.Error() != name+": no such file; idemlint baseline write makes it" {
		t.Error(err)
	}
	if err := os.WriteFile(name, []byte("\n["), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(name); err == nil || !strings.HasPrefix(err.Error(), name+":2: no baseline") {
		t.Error(err)
	}
}

// FuzzParse: what is read is written and read again the same.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"version": 1, "tests": true, "findings": [{"rule": "r", "level": "error", "package": "p", "message": "m", "fingerprint": "x", "count": 1}]}`))
	f.Add([]byte("{\"version\": 1}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Parse(data)
		if err != nil {
			return
		}
		first, err := b.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(first)
		if err != nil {
			t.Fatalf("%v in %s", err, first)
		}
		if second, err := again.Bytes(); err != nil || string(second) != string(first) {
			t.Errorf("%s\n%s\n%v", first, second, err)
		}
	})
}
