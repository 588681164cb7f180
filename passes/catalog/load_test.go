package catalog

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

// TestLazy: what is found out line by line when asked for is what Parse says of the whole, and every built-in line parses.
func TestLazy(t *testing.T) {
	var want []*Entry
	modules := map[string]bool{}
	for _, f := range texts() {
		entries, mods, err := Parse(f.name, f.text)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, entries...)
		for _, m := range mods {
			modules[m] = true
		}
	}
	got := Default().Entries()
	if len(got) != len(want) {
		t.Fatalf("%d entries, want %d", len(got), len(want))
	}
	for i, e := range got {
		if !reflect.DeepEqual(e, want[i]) {
			t.Fatalf("entry %d is %+v, want %+v", i, e, want[i])
		}
	}
	for m := range modules {
		if !Default().ModelsModule(m) && !Default().ModelsModule(m[:len(m)-len("/...")]) {
			t.Errorf("module %s is not known", m)
		}
	}
}

// TestAcrossFiles: a symbol has one line a role in all files together.
func TestAcrossFiles(t *testing.T) {
	seen := map[string]*Entry{}
	for _, e := range Default().Entries() {
		if first := seen[e.identity()]; first != nil {
			t.Errorf("%s:%d: duplicate of %s:%d", e.File, e.Line, first.File, first.Line)
		}
		seen[e.identity()] = e
	}
}

func TestModelsModule(t *testing.T) {
	c := indexed("x", "module example.com/a/v2\nmodule example.com/family/...\n")
	for path, want := range map[string]bool{
		"example.com/a":             true,
		"example.com/a/v7":          true,
		"example.com/a/b":           false,
		"example.com/family":        true,
		"example.com/family/x/y/v3": true,
		"example.com/familiar":      false,
		"example.com":               false,
		"":                          false,
		"github.com/google/uuid":    false,
	} {
		if got := c.ModelsModule(path); got != want {
			t.Errorf("ModelsModule(%q) = %v, want %v", path, got, want)
		}
	}
}

func TestPackages(t *testing.T) {
	c := Default()
	for path, want := range map[string][2]bool{ // has entries, decides
		"github.com/stripe/stripe-go/v99/refund": {true, true},
		"net/http":                               {true, true},
		"database/sql":                           {true, true},
		"github.com/cenkalti/backoff/v5":         {true, true},
		"time":                                   {true, false},
		"fmt":                                    {true, false},
		"sync":                                   {true, false}, // claims within the process decide nothing alone
		"context":                                {true, false},
		"github.com/google/uuid":                 {true, false},
		"example.com/nothing":                    {false, false},
	} {
		if got := [2]bool{c.HasPackage(path), c.Decides(path)}; got != want {
			t.Errorf("%s: has entries, decides = %v, want %v", path, got, want)
		}
	}
}

func TestHeaderIsKey(t *testing.T) {
	for name, want := range map[string]bool{
		"Idempotency-Key": true, "idempotency-key": true, "PAYPAL-REQUEST-ID": true, "Cko-Idempotency-Key": true,
		"X-Request-Id": false, "traceparent": false, "": false, "x-ms-client-request-id": false,
	} {
		if got := Default().HeaderIsKey(name); got != want {
			t.Errorf("HeaderIsKey(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestWith(t *testing.T) {
	base := Default()
	c, err := base.With("user.yml", "module example.com/bank\nheader X-Bank-Key\neffect.payment example.com/bank.Pay arg=0\ncarry time.Sleep\n")
	if err != nil {
		t.Fatal(err)
	}
	if !c.HasPackage("example.com/bank") || !c.Decides("example.com/bank") || !c.ModelsModule("example.com/bank") || !c.HeaderIsKey("x-bank-key") {
		t.Error("the file's own lines are not known")
	}
	if len(c.Entries()) != len(base.Entries())+3 {
		t.Errorf("%d entries, want three more than %d", len(c.Entries()), len(base.Entries()))
	}
	if base.HasPackage("example.com/bank") || base.HeaderIsKey("x-bank-key") || base.ModelsModule("example.com/bank") {
		t.Error("the base was changed")
	}
	twice, err := c.With("more.yml", "effect.payment example.com/bank.Refund arg=0\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(twice.Entries()) != len(c.Entries())+1 {
		t.Error("a second extension lost lines of the first")
	}
	if _, err := base.With("user.yml", "bogus a.b"); err == nil || !strings.HasPrefix(err.Error(), `user.yml:1: unknown role "bogus": want source.random, `) {
		t.Errorf("error = %v", err)
	}
}

// TestRoles: every role there is takes attributes and has a name in messages.
func TestRoles(t *testing.T) {
	all := Roles()
	for _, r := range all {
		if _, ok := attributes(r); !ok && r != Header {
			t.Errorf("%s takes no attributes", r)
		}
	}
	for _, e := range Default().Entries() {
		if !slices.Contains(all, e.Role) {
			t.Errorf("%s is not among Roles", e.Role)
		}
	}
	source, err := os.ReadFile("role.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(source), " Role = "); n != len(all) {
		t.Errorf("%d roles are declared, Roles lists %d", n, len(all))
	}
}

func TestPlus(t *testing.T) {
	sym := Symbol{Pkg: "example.com/bank", Recv: "Client", Name: "Pay"}
	e, err := About(sym, "", EffectPayment, "op=pay mints=call")
	if err != nil {
		t.Fatal(err)
	}
	c := Default().Plus([]*Entry{e})
	if !c.HasPackage("example.com/bank") || len(c.Added()) != 1 || len(Default().Added()) != 0 {
		t.Errorf("the line was not added, or to the base: %v", c.Added())
	}
	if Default().Plus(nil) != Default() {
		t.Error("nothing added makes a new catalogue")
	}
	for attrs, want := range map[string]string{
		"mints=cal": `mints=cal: want call`,
		"mint=call": `role effect.payment takes no attribute mint: want arg, field, op, key, instead, mints, transition, keeps, tx, via, text, class or major; did you mean mints?`,
		"alone":     `"alone" is not name=value`,
	} {
		if _, err := About(sym, "", EffectPayment, attrs); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", attrs, err, want)
		}
	}
	if _, err := About(sym, "", "effect.paiment", ""); err == nil || !strings.HasSuffix(err.Error(), "did you mean effect.payment?") {
		t.Errorf("a role that is none: %v", err)
	}
}

// TestConcurrent is for the race detector: analyzers of several packages ask at once.
func TestConcurrent(t *testing.T) {
	c := load(data)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { c.Entries() })
	}
	wg.Wait()
}

// BenchmarkLoad is what every process pays; the goal is under a millisecond.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		load(data)
	}
}

// BenchmarkLoadAll also parses every line, which no run does.
func BenchmarkLoadAll(b *testing.B) {
	for b.Loop() {
		load(data).Entries()
	}
}

// texts returns the built-in files with their text.
func texts() []source {
	var out []source
	for _, name := range names(data) {
		out = append(out, source{name: name, text: string(appendFile(nil, data, name))})
	}
	return out
}

// indexed is a catalogue of one text that is parsed when asked for.
func indexed(name, text string) *Catalog {
	c := empty()
	c.index(&source{name: name, text: text}, []byte(text))
	return c
}

// TestWithRole: asking for some roles gives what all entries give, those that were added included.
func TestWithRole(t *testing.T) {
	c, err := Default().With("models.txt", "retry.client example.com/x.Client client=yes\nconsumer.entry github.com/hibiken/asynq.Own arg=0\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, roles := range [][]Role{{RetryClient}, {ConsumerEntry, WebhookEntry}, {"none"}} {
		var want, got []string
		for _, e := range c.Entries() {
			if slices.Contains(roles, e.Role) {
				want = append(want, fmt.Sprintf("%s:%d %s", e.File, e.Line, e.Sym))
			}
		}
		for _, e := range c.WithRole(roles...) {
			got = append(got, fmt.Sprintf("%s:%d %s", e.File, e.Line, e.Sym))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: got %q, want %q", roles, got, want)
		}
		if (roles[0] == RetryClient) != slices.ContainsFunc(got, func(s string) bool { return strings.HasSuffix(s, "example.com/x.Client") }) {
			t.Errorf("%v: the added line: %q", roles, got)
		}
	}
}
