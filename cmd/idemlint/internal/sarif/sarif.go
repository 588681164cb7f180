package sarif

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/render"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
	"github.com/idemlint/idemlint/passes/config"
)

const (
	schemaURI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	home      = "https://github.com/idemlint/idemlint"
)

// Options say what to write.
type Options struct {
	// Suppressed findings are written too, marked as such. GitHub takes no notice of the mark and shows them as open.
	Suppressed bool
	// Notice is told in one line what was left out.
	Notice func(string)
}

// Write writes the report as one run.
func Write(w io.Writer, r *report.Report, o Options) error {
	items := r.Items
	if !o.Suppressed {
		items = r.Shown()
	}
	data, left, err := fit(r, items, github())
	if err != nil {
		return err
	}
	if left != "" && o.Notice != nil {
		o.Notice(left)
	}
	_, err = w.Write(data)
	return err
}

func encode(r *report.Report, items []report.Item, l limit) ([]byte, error) {
	b := &builder{Report: r, limit: l, rules: []descriptor{}, index: map[string]int{}}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(b.log(items))
	return buf.Bytes(), err
}

type builder struct {
	*report.Report
	limit limit
	rules []descriptor
	index map[string]int // of a rule in rules
}

func (b *builder) log(items []report.Item) log {
	for _, e := range b.Rules {
		b.index[e.Name] = len(b.rules)
		b.rules = append(b.rules, describe(e))
	}
	results := []result{}
	for i := range items {
		results = append(results, b.result(&items[i]))
	}
	out := run{
		Tool: tool{driver{
			Name: "idemlint", FullName: "idemlint, a linter for idempotency", Version: b.Version, SemVer: semVer(b.Version),
			InformationURI: home, Rules: b.rules,
		}},
		Invocations:        []invocation{b.invocation()},
		OriginalURIBaseIDs: map[string]artifactLocation{srcRoot: {URI: folderURI(b.Root), Description: &message{"the root of the repository"}}},
		ColumnKind:         "utf16CodeUnits",
		Results:            results,
	}
	return log{Schema: schemaURI, Version: "2.1.0", Runs: []run{out}}
}

// invocation tells which packages were not analysed: no results from them does not mean that they are clean.
func (b *builder) invocation() invocation {
	inv := invocation{Successful: len(b.Failed) == 0}
	for _, f := range b.Failed {
		inv.Notifications = append(inv.Notifications, notification{"error", message{f.Package + ": " + render.Failure(f)}})
	}
	if b.NotRun != "" {
		inv.Notifications = append(inv.Notifications, notification{"note", message{b.NotRun}})
	}
	return inv
}

func (b *builder) result(it *report.Item) result {
	res := result{
		RuleID:    it.Rule,
		RuleIndex: b.ruleIndex(it.Rule),
		Level:     level(it.Level()),
		Message:   message{text(it)},
		Locations: []location{b.primary(it)},
		PartialFingerprints: map[string]string{
			"idemlint/v" + strconv.Itoa(report.FingerprintVersion): it.Unique(),
		},
	}
	b.trace(it, &res)
	for _, f := range it.SuggestedFixes {
		res.Fixes = append(res.Fixes, b.fix(f))
	}
	if s := it.Suppressed; s != nil {
		res.Suppressions = []suppression{{Kind: s.Kind, Status: "accepted", Justification: s.Justification}}
	}
	if _, evidence, ok := strings.Cut(it.Category, "/"); ok {
		res.Properties = &resultProperties{evidence}
	}
	return res
}

func (b *builder) ruleIndex(name string) int {
	i, ok := b.index[name]
	if !ok { // not a rule of the list, such as what checks the suppressions themselves
		i = len(b.rules)
		b.index[name] = i
		b.rules = append(b.rules, descriptor{ID: name, Name: name})
	}
	return i
}

// text stands alone: viewers show it without the trace, and GitHub shows its first sentence as the title of the alert.
func text(it *report.Item) string {
	if help := it.Help(); help != "" {
		return it.Text() + ". To mend it: " + help + "."
	}
	return it.Text() + "."
}

// level maps ours to SARIF's.
func level(l config.Level) string {
	switch l {
	case config.Error:
		return "error"
	case config.Warning:
		return "warning"
	}
	return "note"
}

// semVer is the version if it is one, without the v that Go puts before it.
func semVer(version string) string {
	v, ok := strings.CutPrefix(version, "v")
	if !ok {
		return ""
	}
	return v
}
