package upstream

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/idemlint/idemlint/passes/catalog"
)

const sample = `package lib

import "other"

type Client struct {
	base
	Key string
}
type base struct{}

func (*base) Do(name string, opts ...int) {}
func (c *Client) Send(msg, key string)     {}

type Sender interface {
	other.Publisher
	Send(msg string)
}
type Alias = other.Thing
type Box[T any] struct{}

func (b Box[T]) Put(v T) {}

type Call struct{}

func (*Call) RequestId(id string) {}

type Other2 struct{}

func (Other2) Cancel(id string) {}
func (*Call) Cancel()           {}

type PutRequest struct{ RequestId string }

var Sentinel, Other = 1, 2

func Run(f func())                 {}
func All(first int, rest ...string) {}
`

// TestCheck: the check has to find what is wrong with a line, or it holds nothing.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"lib.go": sample, "gen.go": "package main\nfunc Gone() {}\n", "broken.go": "pack", "x_test.go": "package lib\nfunc InTest() {}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]string{
		"retry.wrapper example.com/lib.Run arg=0":                    "",
		"retry.wrapper example.com/lib.Run arg=0 major=..3":          "",
		"retry.wrapper example.com/lib.Run arg=0 major=4..":          "no module here has package example.com/lib: require it in go.mod, or read it into read.txt",
		"carry other.example/lib.Run":                                "no module here has package other.example/lib: require it in go.mod, or read it into read.txt",
		"carry example.com/lib/sub.Run":                              "no package example.com/lib/sub in example.com/lib/v3@v3.0.0",
		"retry.wrapper example.com/lib.Run arg=1":                    "arg=1, but the parameters are (f)",
		"retry.wrapper example.com/lib.Sentinel arg=0":               "arg=0, but this is a value",
		"carry example.com/lib.Gone":                                 "Gone is not declared in example.com/lib",
		"carry example.com/lib.InTest":                               "InTest is not declared in example.com/lib",
		"carry (example.com/lib.base).Do":                            "",
		"carry (example.com/lib.Client).Do":                          "Client.Do is not declared in example.com/lib; it embeds base",
		"carry (example.com/lib.Sender).Publish":                     "Sender.Publish is not declared in example.com/lib; it embeds other.Publisher",
		"carry example.com/lib.Alias":                                "Alias is an alias of other.Thing: name that",
		"key.sink example.com/lib.Alias field=ID":                    "Alias is an alias of other.Thing: name that",
		"key.sink example.com/lib.Client field=Key":                  "",
		"key.sink example.com/lib.Client field=base":                 "Client field=base is not declared in example.com/lib; it embeds base",
		"key.sink (example.com/lib.Sender).Send arg=1":               "arg=1, but the parameters are (msg)",
		"carry (example.com/lib.Box).Put":                            "",
		"key.sink (example.com/lib.*).RequestId arg=0":               "",
		"key.sink (example.com/lib.*).Cancel arg=0":                  "arg=0, but the parameters are ()",
		"key.sink example.com/lib.* field=RequestId":                 "",
		"key.sink example.com/lib.* field=ClientToken":               "no type of example.com/lib has field=ClientToken",
		"key.header (example.com/lib.Client).Send arg=0 value=2":     "value=2, but the parameters are (msg, key)",
		"flow example.com/lib.All from=1... to=0":                    "",
		"flow example.com/lib.All from=0 to=ret":                     "",
		"flow example.com/lib.All from=0 to=recv":                    "to=recv: no parameter",
		"flow example.com/lib.Run from=0... to=0":                    "from=0..., but the parameters are (f)",
		"effect.email (example.com/lib.Client).Send instead=Deliver": "instead=Deliver: not declared beside Send",
		"effect.email (example.com/lib.base).Do instead=Send":        "",
		"dedup.violation example.com/lib.Other kind=unique":          "",
	} {
		entries, _, err := catalog.Parse("t", line)
		if err != nil {
			t.Fatal(err)
		}
		w := &world{modules: []*module{{Path: "example.com/lib/v3", Version: "v3.0.0", Dir: dir}}, libs: map[string]*library{}}
		if got := w.check(entries[0]); got != want {
			t.Errorf("%s:\n got %q\nwant %q", line, got, want)
		}
	}
}

// TestTokens: a line about an AWS operation says that the SDK mints a token if and only if it does.
func TestTokens(t *testing.T) {
	path := "github.com/aws/aws-sdk-go-v2/service/ec2"
	lib := &library{path: path, decls: map[string]decl{
		"Client.Run":                       {"func", []string{"ctx", "params"}},
		"Client.Stop":                      {"func", []string{"ctx", "params"}},
		"idempotencyToken_initializeOpRun": {kind: "type"},
	}}
	w := &world{read: map[string]*library{path: lib}}
	for line, want := range map[string]string{
		"effect.cloud (" + path + ".Client).Run arg=1 mints=call":  "",
		"effect.cloud (" + path + ".Client).Run arg=1":             "mints=call is false here and true in the SDK",
		"effect.cloud (" + path + ".Client).Stop arg=1 mints=call": "mints=call is true here and false in the SDK",
	} {
		entries, _, err := catalog.Parse("t", line)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.check(entries[0]); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// TestTranscript: what was written down of a module is enough to check its lines.
func TestTranscript(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "lib.go"), []byte(sample+"func None() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	entries, _, err := catalog.Parse("t", `
retry.wrapper example.com/lib.Run arg=0
flow example.com/lib.All from=1... to=0
carry example.com/lib.None
key.sink example.com/lib.Client field=Key
dedup.violation example.com/lib.Sentinel kind=unique
retry.client example.com/lib.Client client=yes
effect.email (example.com/lib.base).Do instead=Send
effect.email (example.com/lib.Client).Send instead=Send
key.sink (example.com/lib.Box).Put arg=0
`)
	if err != nil {
		t.Fatal(err)
	}
	m := &module{Path: "example.com/lib/v3", Version: "v3.0.0", Dir: dir}
	text := transcribe(&world{libs: map[string]*library{}}, m, entries)
	const want = `module example.com/lib/v3 v3.0.0
(example.com/lib.Box).Put v
(example.com/lib.Client).Send msg key
(example.com/lib.base).Do name opts...
example.com/lib.All first rest...
example.com/lib.Client field=Key
example.com/lib.Client type
example.com/lib.None ()
example.com/lib.Run f
example.com/lib.Sentinel value
`
	if text != want {
		t.Errorf("transcript:\n%s\nwant:\n%s", text, want)
	}
	libs, modules, err := parseRead(text)
	if err != nil || len(modules) != 1 {
		t.Fatal(modules, err)
	}
	w := &world{read: libs}
	for _, e := range entries {
		if why := w.check(e); why != "" {
			t.Errorf("%s: %s", e.Sym, why)
		}
	}
	if _, _, err := parseRead("nodot x"); err == nil {
		t.Error("a malformed transcript was read")
	}
}
