package catalog

import (
	"strings"
	"testing"

	"github.com/idemlint/idemlint/passes/nearest"
)

func TestParse(t *testing.T) {
	entries, modules, err := Parse("x.txt", `# comment
module example.com/lib/v3   # with a comment
header Idempotency-Key
retry.wrapper (*example.com/lib/v3.Retrier).Do arg=1 major=2..4
flow fmt.Fprintf from=1... to=0
	effect.kv example.com/lib.Put class=set op=put arg=2...
`)
	if err != nil {
		t.Fatal(err)
	}
	if len(modules) != 1 || modules[0] != "example.com/lib" {
		t.Errorf("modules = %v", modules)
	}
	if len(entries) != 4 {
		t.Fatalf("entries = %v", entries)
	}
	if e := entries[0]; e.Role != Header || e.Sym.Name != "Idempotency-Key" || e.Line != 3 {
		t.Errorf("header = %+v", e)
	}
	if e := entries[1]; e.Sym != (Symbol{"example.com/lib", "Retrier", "Do"}) || e.Arg != 1 || e.Since != 2 || e.Until != 4 || e.File != "x.txt" {
		t.Errorf("method = %+v", e)
	}
	if e := entries[2]; e.Attr("from") != "1..." || e.Attr("to") != "0" || e.Arg != NoArg {
		t.Errorf("flow = %+v", e)
	}
	if e := entries[3]; !e.Variadic || e.Arg != 2 || e.Attr("class") != "set" || e.Attr("op") != "put" || e.Attr("nothing") != "" {
		t.Errorf("function = %+v", e)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"bogus a.b":                       `x.txt:1: unknown role "bogus": ` + nearest.Want("bogus", roleNames()),
		"# c\n\nretry.wrapper":            `x.txt:3: want ROLE SYMBOL [name=value ...]`,
		"carry nodot":                     `x.txt:1: symbol "nodot": want path.Name or (path.Type).Method`,
		"carry example.com/x":             `x.txt:1: symbol "example.com/x": want path.Name or (path.Type).Method`,
		"carry a.":                        `x.txt:1: symbol "a.": want path.Name or (path.Type).Method`,
		"carry (a.T)":                     `x.txt:1: symbol "(a.T)": want (path.Type).Method`,
		"carry (a.T).m.n":                 `x.txt:1: symbol "(a.T).m.n": want (path.Type).Method`,
		"carry (T).m":                     `x.txt:1: symbol "(T).m": want (path.Type).Method`,
		"carry (example.com/x).m":         `x.txt:1: symbol "(example.com/x).m": want (path.Type).Method`,
		"carry a.b arg=0":                 `x.txt:1: role carry takes no attribute arg: want major`,
		"fill a.b arg=x":                  `x.txt:1: arg=x: want a parameter index`,
		"fill a.b arg=-1":                 `x.txt:1: arg=-1: want a parameter index`,
		"fill a.b arg=1 arg=2":            `x.txt:1: attribute arg twice`,
		"fill a.b kind=row kind=row":      `x.txt:1: attribute kind twice`,
		"fill a.b kind=column":            `x.txt:1: kind=column: want row, decode or random`,
		"fill a.b kind":                   `x.txt:1: "kind" is not name=value`,
		"fill a.b kind=":                  `x.txt:1: "kind=" is not name=value`,
		"fill a.b major=4":                `x.txt:1: major=4: want FROM.. or ..TO or FROM..TO`,
		"fill a.b major=..":               `x.txt:1: major=..: want FROM.. or ..TO or FROM..TO`,
		"fill a.b major=5..4":             `x.txt:1: major=5..4: want FROM.. or ..TO or FROM..TO`,
		"key.sink a.b":                    `x.txt:1: key.sink wants arg or field`,
		"key.sink a.b field=F field=G":    `x.txt:1: attribute field twice`,
		"key.sink (a.T).m field=F":        `x.txt:1: field=F: a line about a field names the struct type, and no parameter`,
		"key.sink a.T arg=0 field=F":      `x.txt:1: field=F: a line about a field names the struct type, and no parameter`,
		"key.sink a.* arg=0":              `x.txt:1: symbol a.*: * stands for a type`,
		"carry a.b\ncarry a.c\ncarry a.b": `x.txt:3: duplicate of line 1`,
		"carry a/v2.b\ncarry a.b":         `x.txt:2: duplicate of line 1`,
		"header A\nheader A":              `x.txt:2: duplicate of line 1`,
		"header":                          `x.txt:1: want ROLE SYMBOL [name=value ...]`,
		"header A B":                      `x.txt:1: header takes one name`,
		"header a.b":                      `x.txt:1: header takes one name`,
		"module":                          `x.txt:1: module takes one path`,
		"module a b":                      `x.txt:1: module takes one path`,
	} {
		_, _, err := Parse("x.txt", text)
		if err == nil {
			t.Errorf("Parse(%q): no error, want %q", text, want)
		} else if err.Error() != want {
			t.Errorf("Parse(%q):\n got %s\nwant %s", text, err, want)
		}
	}
}

// FuzzParse: no input may panic, an accepted one has only complete entries, and index finds a package for each of them.
func FuzzParse(f *testing.F) {
	for _, file := range texts() {
		f.Add(file.text)
	}
	f.Add("key.sink (a.*).b arg=1... major=2..\nmodule a/...\nheader H")
	f.Add("carry ().\x00x=")
	f.Fuzz(func(t *testing.T, text string) {
		entries, _, err := Parse("f", text)
		lazy := indexed("f", text).Entries()
		if err != nil {
			return
		}
		if len(lazy) != len(entries) {
			t.Errorf("%d entries parsed, %d when asked for", len(entries), len(lazy))
		}
		for _, e := range entries {
			if e.Role == Header {
				continue
			}
			if e.Sym.Pkg == "" || e.Sym.Name == "" || e.Line == 0 || e.Arg < NoArg || strings.ContainsAny(e.Sym.Pkg, " \t") {
				t.Errorf("incomplete entry %+v", e)
			}
		}
	})
}
