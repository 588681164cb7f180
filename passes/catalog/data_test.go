package catalog

import (
	"strings"
	"testing"
)

// TestFloor keeps the breadth that was promised. That each symbol exists is held by testdata/upstream.
func TestFloor(t *testing.T) {
	symbols, modules := map[string]bool{}, map[string]bool{}
	for _, e := range Default().Entries() {
		symbols[e.Sym.String()+" "+e.Field] = true
	}
	for _, f := range texts() {
		if strings.HasSuffix(f.name, "/neutral.txt") {
			continue
		}
		_, mods, _ := Parse(f.name, f.text)
		for _, m := range mods {
			modules[m] = true
		}
	}
	t.Logf("%d symbols of %d modules", len(symbols), len(modules))
	if len(symbols) < 900 || len(modules) < 100 {
		t.Errorf("%d symbols of %d modules, want at least 900 of 100", len(symbols), len(modules))
	}
}

// TestWritten: built-in lines are written as they are looked up, without versions, pointers or blanks at the end.
func TestWritten(t *testing.T) {
	for _, f := range texts() {
		for i, line := range strings.Split(strings.TrimSuffix(f.text, "\n"), "\n") {
			if strings.TrimRight(line, " \t") != line {
				t.Errorf("%s:%d: blanks at the end", f.name, i+1)
			}
			_, rest := nextWord(line)
			word, _ := nextWord(rest)
			if word != Unversioned(word) || strings.Contains(word, "(*") {
				t.Errorf("%s:%d: write %s without version and pointer", f.name, i+1, word)
			}
		}
	}
}

// TestModules: a library's module is named in its file, so that its packages can be left unanalysed.
func TestModules(t *testing.T) {
	for _, e := range Default().Entries() {
		first, _, _ := strings.Cut(e.Sym.Pkg, "/")
		if e.Role == Header || !strings.Contains(first, ".") {
			continue
		}
		known := false
		for path := e.Sym.Pkg; path != "" && !known; path = path[:max(0, strings.LastIndexByte(path, '/'))] {
			known = Default().ModelsModule(path)
		}
		if !known {
			t.Errorf("%s:%d: no module line for %s", e.File, e.Line, e.Sym.Pkg)
		}
	}
}

// TestClasses: an effect says its class where its role has no default.
func TestClasses(t *testing.T) {
	for _, e := range Default().Entries() {
		switch e.Role {
		case EffectKV, EffectK8s:
			if e.Attr("class") == "" {
				t.Errorf("%s:%d: %s has no default class", e.File, e.Line, e.Role)
			}
		case EffectSQL:
			if (e.Attr("verb") != "") != (e.Attr("class") != "") {
				t.Errorf("%s:%d: a statement without text says verb and class", e.File, e.Line)
			}
		case EffectHTTP:
			if (e.Attr("method") == "arg") != (e.Arg != NoArg && e.Attr("method") != "") {
				t.Errorf("%s:%d: method=arg goes with arg=N", e.File, e.Line)
			}
		}
		if e.Attr("transition") != "" && e.Attr("class") != "set" {
			t.Errorf("%s:%d: a transition is class=set", e.File, e.Line)
		}
		if e.Attr("key") == "none" && e.Attr("mints") != "" {
			t.Errorf("%s:%d: no key is taken, yet one is minted", e.File, e.Line)
		}
	}
}

// TestKeysAgree: what key.none and key.auto say of an effect, its own line says too.
func TestKeysAgree(t *testing.T) {
	effects := map[Symbol]*Entry{}
	for _, e := range Default().Entries() {
		if strings.HasPrefix(string(e.Role), "effect.") {
			effects[e.Sym] = e
		}
	}
	for _, e := range Default().Entries() {
		effect := effects[e.Sym]
		switch {
		case effect == nil || e.Field != "":
		case e.Role == KeyNone && effect.Attr("key") != "none":
			t.Errorf("%s:%d: %s takes no key, but %s:%d does not say key=none", e.File, e.Line, e.Sym, effect.File, effect.Line)
		case e.Role == KeyAuto && effect.Attr("mints") != "call":
			t.Errorf("%s:%d: %s mints a key, but %s:%d does not say mints=call", e.File, e.Line, e.Sym, effect.File, effect.Line)
		}
	}
}
