package gopls

import (
	"fmt"
	"go/version"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const (
	payments = "payments/payments.go"
	refunds  = "refunds/refunds.go"
	events   = "events/events.go"
)

// TestEditor is one session in an editor, with the gopls that is built when no version is asked for.
func TestEditor(t *testing.T) {
	e := open(t, gopls(t, newest).path, shop(t), nil)
	crossPackage(t, e)
	severity(t, e)
	edits(t, e)
	halfTyped(t, e)
	quickFix(t, e)
}

// TestVersions holds that the other versions supported show the same.
func TestVersions(t *testing.T) {
	built, err := exec.Command(gopls(t, newest).path, "version").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range others {
		t.Run(other.version, func(t *testing.T) {
			if strings.Contains(string(built), other.version) {
				t.Skip("this is the newest")
			}
			if version.Compare(runtime.Version(), other.golang) < 0 {
				t.Skipf("wants %s", other.golang)
			}
			e := open(t, gopls(t, other.version).path, shop(t), nil)
			crossPackage(t, e)
			severity(t, e)
		})
	}
}

// crossPackage: the key is random, which only the package keys shows; the finding tells the way, links to the rule's page and
// has the level's severity.
func crossPackage(t *testing.T, e *editor) {
	e.show(payments)
	d := e.finding(payments, "attemptkey")
	line := lineOf(t, e.text[payments], "keys.Fresh()")
	if d.Range.Start.Line != line || d.Range.End.Line != line {
		t.Errorf("range %v, want line %d", d.Range, line)
	}
	if d.Severity != severityError || d.Code != "error/proved" {
		t.Errorf("severity %d, code %v", d.Severity, d.Code)
	}
	const page = "https://github.com/idemlint/idemlint/blob/main/docs/rules.md#attemptkey"
	if d.CodeDescription == nil || d.CodeDescription.Href != page {
		t.Errorf("link %+v, want %s", d.CodeDescription, page)
	}
	want := []string{"run again by the retry loop", "a random value from uuid.NewString at keys.go:7", "returned by keys.Fresh",
		"becomes Params.SetIdempotencyKey", "keys paymentintent.New", "help: make the key once, before the retry loop"}
	for i, w := range want {
		if i >= len(d.RelatedInformation) || !strings.HasPrefix(d.RelatedInformation[i].Message, w) {
			t.Fatalf("related information %d is not %q: %+v", i, w, d.RelatedInformation)
		}
	}
	loop := d.RelatedInformation[0].Location
	if loop.URI != e.uri(payments) || loop.Range.Start.Line != lineOf(t, e.text[payments], "for range 3") {
		t.Errorf("the retry loop is said to be at %+v", loop)
	}
}

// severity: one rule, two findings of different level in one file.
func severity(t *testing.T, e *editor) {
	e.show(refunds)
	ds := e.await(refunds, "two findings", func(ds []diagnostic) bool { return len(ds) == 2 })
	for _, d := range ds {
		want := severityError
		if strings.Contains(d.Message, "made afresh") {
			want = severityWarning
		}
		if d.Source != "volatilekey" || d.Severity != want {
			t.Errorf("severity %d, want %d: %s", d.Severity, want, d.Message)
		}
	}
}

// edits: a change that is not saved removes the fault, another brings it back.
func edits(t *testing.T, e *editor) {
	bad := e.text[payments]
	good := replace(t, bad, "\tfor range 3 {", "\tkey := keys.Fresh()\n\tfor range 3 {")
	good = replace(t, good, "SetIdempotencyKey(keys.Fresh())", "SetIdempotencyKey(key)")
	e.edit(payments, good)
	e.await(payments, "silence", func(ds []diagnostic) bool { return len(ds) == 0 })
	if ds := e.now(payments); len(ds) > 0 {
		t.Errorf("the key is made once, and still: %+v", ds)
	}
	e.edit(payments, bad)
	e.finding(payments, "attemptkey")
}

// halfTyped: every prefix of a line that is being typed is survived, and the findings come back when it is finished.
func halfTyped(t *testing.T, e *editor) {
	bad := e.text[payments]
	const line = "params.SetIdempotencyKey(keys.Fresh())"
	for i := range len(line) {
		if i%5 == 0 {
			e.edit(payments, replace(t, bad, line, line[:i]))
			e.now(payments)
		}
	}
	e.edit(payments, replace(t, bad, line, "params.SetIdempotencyKey(keys.Fresh("))
	e.await(payments, "syntax error", func(ds []diagnostic) bool { return slices.Contains(sources(ds), "syntax") })
	e.edit(payments, bad)
	e.finding(payments, "attemptkey")
}

// quickFix applies the fix that the editor offers; the finding is gone.
func quickFix(t *testing.T, e *editor) {
	e.show(events)
	d := e.finding(events, "checkthenact")
	var actions []codeAction
	e.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": e.uri(events)},
		"range":        d.Range,
		"context":      map[string]any{"diagnostics": []diagnostic{d}, "only": []string{"quickfix"}},
	}, &actions)
	i := slices.IndexFunc(actions, func(a codeAction) bool { return strings.Contains(a.Title, "LoadOrStore") })
	if i < 0 {
		t.Fatalf("no fix with LoadOrStore among %+v", actions)
	}
	fix := actions[i]
	if fix.Edit == nil {
		e.call("codeAction/resolve", fix, &fix)
	}
	if fix.Edit == nil || len(fix.Edit.DocumentChanges) != 1 || e.file(fix.Edit.DocumentChanges[0].TextDocument.URI) != events {
		t.Fatalf("no edit of %s: %+v", events, fix)
	}
	fixed := apply(e.text[events], fix.Edit.DocumentChanges[0].Edits)
	if !strings.Contains(fixed, "if _, loaded := d.seen.LoadOrStore(id, struct{}{}); loaded {") || strings.Contains(fixed, ".Store(") {
		t.Fatalf("after the fix:\n%s", fixed)
	}
	e.edit(events, fixed)
	e.await(events, "silence", func(ds []diagnostic) bool { return len(ds) == 0 })
	if ds := e.now(events); len(ds) > 0 {
		t.Errorf("after the fix: %+v\n%s", ds, fixed)
	}
}

// TestSwitchedOff: the settings of gopls switch one rule off, and no other.
func TestSwitchedOff(t *testing.T) {
	e := open(t, gopls(t, newest).path, shop(t), map[string]any{"analyses": map[string]bool{"attemptkey": false}})
	e.show(payments)
	e.show(refunds)
	e.finding(refunds, "volatilekey")
	if ds := e.now(payments); len(ds) > 0 {
		t.Errorf("attemptkey is off: %+v", ds)
	}
}

// TestConfig: a changed .idemlint.yml shows after a restart, although gopls caches results across restarts and knows nothing of
// the file; and so does its removal.
func TestConfig(t *testing.T) {
	path, dir := gopls(t, newest).path, shop(t)
	for i, config := range []string{"", "rules:\n  volatilekey: off\n", "level: error\n", ""} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			write(t, filepath.Join(dir, ".idemlint.yml"), config)
			e := open(t, path, dir, nil)
			e.show(refunds)
			want := map[string]int{"": 2, "rules:\n  volatilekey: off\n": 0, "level: error\n": 1}[config]
			if ds := e.now(refunds); len(ds) != want {
				t.Errorf("with %q %d findings, want %d: %+v", config, len(ds), want, ds)
			}
		})
	}
}

func lineOf(t *testing.T, text, part string) int {
	t.Helper()
	before, _, ok := strings.Cut(text, part)
	if !ok {
		t.Fatalf("no %q in\n%s", part, text)
	}
	return strings.Count(before, "\n")
}

// apply makes edits from the last to the first, as they do not overlap. The text is ASCII: a character is a byte.
func apply(text string, edits []textEdit) string {
	offset := func(p position) int {
		at := 0
		for range p.Line {
			at += strings.IndexByte(text[at:], '\n') + 1
		}
		return at + p.Character
	}
	slices.SortFunc(edits, func(a, b textEdit) int { return offset(b.Range.Start) - offset(a.Range.Start) })
	for _, e := range edits {
		text = text[:offset(e.Range.Start)] + e.NewText + text[offset(e.Range.End):]
	}
	return text
}
