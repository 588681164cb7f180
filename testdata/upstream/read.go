package upstream

import (
	"fmt"
	"sort"
	"strings"

	"github.com/idemlint/idemlint/passes/catalog"
)

// A transcript is what was read of a module that the proxy does not serve:
//
//	module github.com/owner/name/v3 v3.1.0
//	(github.com/owner/name/payments.Client).Create ctx request opts...
//	github.com/owner/name.CreatePaymentRequest field=IdempotencyKey
//	github.com/owner/name.Event type
//
// A line is a symbol of the catalogue with the names of its parameters, or with what else it is. A function without parameters has "()".

// parseRead reads a transcript into its libraries.
func parseRead(text string) (libs map[string]*library, modules []*module, err error) {
	libs = map[string]*library{}
	for i, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		if words[0] == "module" && len(words) == 3 {
			modules = append(modules, &module{Path: words[1], Version: words[2]})
			continue
		}
		path, name, ok := split(words[0])
		if !ok || len(words) < 2 {
			return nil, nil, fmt.Errorf("read.txt:%d: want SYMBOL and its parameters, or what it is", i+1)
		}
		lib := libs[path]
		if lib == nil {
			lib = &library{path: path, decls: map[string]decl{}, embeds: map[string][]string{}}
			libs[path] = lib
		}
		switch w := words[1]; {
		case strings.HasPrefix(w, "field="):
			lib.decls[name+" "+w] = decl{kind: "field"}
		case len(words) == 2 && (w == "type" || w == "value"):
			lib.decls[name] = decl{kind: w}
		case w == "()":
			lib.decls[name] = decl{kind: "func"}
		default:
			lib.decls[name] = decl{"func", words[1:]}
		}
	}
	return libs, modules, nil
}

// split takes "(path.Type).Name" and "path.Name" apart.
func split(symbol string) (path, name string, ok bool) {
	if rest, isMethod := strings.CutPrefix(symbol, "("); isMethod {
		typ, method, ok := strings.Cut(rest, ").")
		path, recv, ok2 := split(typ)
		return path, recv + "." + method, ok && ok2
	}
	dot := strings.LastIndexByte(symbol, '.')
	if dot <= 0 {
		return "", "", false
	}
	return symbol[:dot], symbol[dot+1:], true
}

// first returns the first package of the module that has the line's symbol.
func (w *world) first(m *module, e *catalog.Entry) (*library, decl) {
	for _, lib := range w.libraries(m, e.Sym.Pkg) {
		if d, why := lib.find(e); why == "" {
			return lib, d
		}
	}
	return nil, decl{}
}

// transcribe writes down what the catalogue's lines say of one module, as its source has it: those that nothing else can check.
func transcribe(w *world, m *module, entries []*catalog.Entry) string {
	lines := map[string]bool{}
	for _, e := range entries {
		if e.Role == catalog.Header || !m.holds(e.Sym.Pkg) || w.check(e) == "" {
			continue
		}
		lib, d := w.first(m, e)
		if lib == nil {
			continue // the check will say so
		}
		line := e.Sym.String()
		switch {
		case e.Field != "":
			line += " field=" + e.Field
		case d.kind != "func":
			line += " " + d.kind
		case len(d.params) == 0:
			line += " ()"
		default:
			line += " " + strings.Join(d.params, " ")
		}
		lines[line] = true
		if other := e.Attr("instead"); other != "" {
			o := *e
			o.Sym.Name = other
			if d, why := lib.find(&o); why == "" {
				lines[strings.TrimSpace(o.Sym.String()+" "+strings.Join(d.params, " "))] = true
			}
		}
	}
	var sorted []string
	for l := range lines {
		sorted = append(sorted, l)
	}
	sort.Strings(sorted)
	return fmt.Sprintf("module %s %s\n%s\n", m.Path, m.Version, strings.Join(sorted, "\n"))
}
