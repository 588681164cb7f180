package sarif

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report/reporttest"
)

var update = flag.Bool("update", false, "rewrite the golden file")

func TestGolden(t *testing.T) {
	r := reporttest.New(t)
	data := written(t, r, Options{Suppressed: true})
	reporttest.Golden(t, r, data, "testdata/golden.sarif", *update)
	validate(t, data)
	if again := written(t, r, Options{Suppressed: true}); !bytes.Equal(data, again) {
		t.Error("written twice, it differs")
	}
}

// TestSuppressed: on demand nothing is written but what is shown.
func TestSuppressed(t *testing.T) {
	r := reporttest.New(t)
	data := written(t, r, Options{})
	validate(t, data)
	if n := len(parse(t, data).Results); n != len(r.Items)-2 || bytes.Contains(data, []byte("suppressions")) {
		t.Errorf("%d results of %d", n, len(r.Items))
	}
}

// TestEmpty: nothing found is a list without entries, which the reader needs in order to close old alerts.
func TestEmpty(t *testing.T) {
	r := report.New(t.TempDir(), nil)
	r.Version = "(devel)"
	data := written(t, r, Options{})
	validate(t, data)
	if !bytes.Contains(data, []byte(`"results": []`)) || bytes.Contains(data, []byte("semanticVersion")) {
		t.Errorf("%s", data)
	}
}

func TestURIs(t *testing.T) {
	for name, want := range map[string]string{
		"/srv/my repo":   "file:///srv/my%20repo",
		"/a%b#c?d/ä":     "file:///a%25b%23c%3Fd/%C3%A4",
		"C:/Users/a b/c": "file:///C:/Users/a%20b/c",
	} {
		if got := fileURI(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{"/srv/my repo": "file:///srv/my%20repo/", "/": "file:///", "C:/": "file:///C:/"} {
		if got := folderURI(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	b := &builder{Report: &report.Report{Root: "/srv"}}
	for name, want := range map[string]string{
		"/srv/a b/c.go":   "a%20b/c.go",
		"/srv/a:b/c:d.go": "a%3Ab/c%3Ad.go",
		"/srv/..a/b.go":   "..a/b.go",
	} {
		if got := b.artifact(name); got.URI != want || got.URIBaseID != "SRCROOT" {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
	if got := b.artifact("/srv2/x.go"); got.URI != "file:///srv2/x.go" || got.URIBaseID != "" {
		t.Errorf("outside: %v", got)
	}
}

// TestLimits: what GitHub would refuse is left out, the least grave first, and said.
func TestLimits(t *testing.T) {
	r := reporttest.New(t)
	loudest := func(l limit) (rules []string, left string) {
		data, left, err := fit(r, r.Items, l)
		if err != nil {
			t.Fatal(err)
		}
		validate(t, data)
		for _, res := range parse(t, data).Results {
			rules = append(rules, res.RuleID+"/"+res.Level)
		}
		return rules, left
	}
	all := github()
	if rules, left := loudest(all); len(rules) != len(r.Items) || left != "" {
		t.Errorf("%v %q", rules, left)
	}
	few := all
	few.results = 3
	rules, left := loudest(few)
	if fmt.Sprint(rules) != "[loud/warning double/error double/error]" || left != "4 of 7 findings are left out of the SARIF file, the least grave: GitHub takes 3 results a run and 10 MB compressed" {
		t.Errorf("%v %q", rules, left)
	}
	data, _, _ := fit(r, r.Items, all)
	size, err := compressed(data)
	if err != nil {
		t.Fatal(err)
	}
	small := all
	small.bytes = size - 1
	rules, left = loudest(small)
	if len(rules) == 0 || len(rules) >= len(r.Items) || !strings.Contains(left, "are left out") {
		t.Errorf("%d results: %q", len(rules), left)
	}
	small.bytes = 1 // not even the rules fit
	if rules, _ = loudest(small); len(rules) > 0 {
		t.Errorf("%v", rules)
	}
}

// TestLongTrace: of a trace that is too long the beginning and the end stay.
func TestLongTrace(t *testing.T) {
	d := govet.Diagnostic{Category: "error/proved", Posn: "a.go:1:1", Message: "m (r)"}
	for i := range 3000 {
		d.Related = append(d.Related, govet.Related{Posn: fmt.Sprintf("a.go:%d:1", i+1), Message: fmt.Sprintf("step %d", i)})
	}
	data := written(t, report.New(t.TempDir(), []govet.Finding{{Rule: "r", Diagnostic: d}}), Options{})
	validate(t, data)
	res := parse(t, data).Results[0]
	flow := res.CodeFlows[0].ThreadFlows[0].Locations
	if len(flow) != 1000 || flow[0].Location.Message.Text != "step 0" || flow[999].Location.Message.Text != "step 2999" {
		t.Errorf("%d steps", len(flow))
	}
	if n := len(res.RelatedLocations); n != 100 || res.RelatedLocations[99].Message.Text != "step 2999" {
		t.Errorf("%d related locations", n)
	}
}

func written(t *testing.T, r *report.Report, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func parse(t *testing.T, data []byte) run {
	t.Helper()
	var l log
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatal(err)
	}
	return l.Runs[0]
}

func validate(t *testing.T, data []byte) {
	t.Helper()
	reporttest.ValidSARIF(t, "testdata/sarif-schema-2.1.0.json", data)
}

// TestValidatorBites: the schema is really asked.
func TestValidatorBites(t *testing.T) {
	inner := new(testing.T)
	validate(inner, []byte(`{"version": "2.1.0", "runs": [{"results": []}]}`))
	if !inner.Failed() {
		t.Error("a run without a tool is valid")
	}
}
