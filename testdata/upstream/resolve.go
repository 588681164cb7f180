package upstream

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/passes/catalog"
)

// world is the libraries that can be looked into.
type world struct {
	modules []*module
	read    map[string]*library // transcripts of modules that are not served, by package
	libs    map[string]*library // by folder
}

// libraries returns the module's packages of that path.
func (w *world) libraries(m *module, path string) []*library {
	var out []*library
	for _, dir := range m.folders(path) {
		lib, ok := w.libs[dir]
		if !ok {
			lib, _ = parseDir(path, dir)
			w.libs[dir] = lib
		}
		if lib != nil && len(lib.decls) > 0 {
			out = append(out, lib)
		}
	}
	return out
}

// check says what is wrong with a line, "" for nothing. Where several majors of a module are required, the symbol has to exist in one
// of those the line is about, and the parameters have to fit in each where it exists.
func (w *world) check(e *catalog.Entry) string {
	var libs []*library
	asked := ""
	for _, m := range w.modules {
		if !m.holds(e.Sym.Pkg) || !covers(e, m.Path) {
			continue
		}
		asked = m.Path + "@" + m.Version
		libs = append(libs, w.libraries(m, e.Sym.Pkg)...)
	}
	if lib := w.read[e.Sym.Pkg]; lib != nil {
		libs = append(libs, lib)
	}
	if len(libs) == 0 {
		if asked == "" {
			return "no module here has package " + e.Sym.Pkg + ": require it in go.mod, or read it into read.txt"
		}
		return "no package " + e.Sym.Pkg + " in " + asked
	}
	missing := ""
	found := false
	for _, lib := range libs {
		decls, why := lib.all(e)
		if why != "" {
			missing = why
			continue
		}
		found = true
		for _, d := range decls {
			if why := lib.fits(e, d); why != "" {
				return why
			}
		}
	}
	if !found {
		return missing
	}
	return ""
}

func covers(e *catalog.Entry, module string) bool {
	major := 0
	if at := strings.LastIndexAny(module, "/."); at > 0 && strings.HasPrefix(module[at+1:], "v") {
		major, _ = strconv.Atoi(module[at+2:])
	}
	return (e.Since == 0 || major >= e.Since) && (e.Until == 0 || major <= e.Until)
}

// all lists the declarations that the line is about: several only if it is about any type.
func (lib *library) all(e *catalog.Entry) ([]decl, string) {
	if e.Sym.Recv == catalog.AnyType || e.Sym.Name == catalog.AnyType {
		var names []string
		suffix := "." + e.Sym.Name
		if e.Field != "" {
			suffix = " field=" + e.Field
		}
		for name := range lib.decls {
			if strings.HasSuffix(name, suffix) {
				names = append(names, name)
			}
		}
		sort.Strings(names)
		if len(names) == 0 {
			return nil, fmt.Sprintf("no type of %s has %s", lib.path, strings.TrimLeft(suffix, ". "))
		}
		var out []decl
		for _, name := range names {
			out = append(out, lib.decls[name])
		}
		return out, ""
	}
	d, why := lib.find(e)
	return []decl{d}, why
}

// find looks the line's symbol up.
func (lib *library) find(e *catalog.Entry) (decl, string) {
	name := nameIn(e, e.Sym.Recv, e.Sym.Name)
	d, ok := lib.decls[name]
	owner := e.Sym.Recv
	if owner == "" {
		owner = e.Sym.Name
	}
	switch {
	case ok && d.kind == "alias":
		return d, fmt.Sprintf("%s is an alias of %s: name that", name, lib.embeds[name][0])
	case ok:
		return d, ""
	case lib.decls[owner].kind == "alias":
		return d, fmt.Sprintf("%s is an alias of %s: name that", owner, lib.embeds[owner][0])
	case len(lib.embeds[owner]) > 0:
		return d, fmt.Sprintf("%s is not declared in %s; it embeds %s", name, lib.path, strings.Join(lib.embeds[owner], ", "))
	}
	return d, fmt.Sprintf("%s is not declared in %s", name, lib.path)
}

func nameIn(e *catalog.Entry, recv, name string) string {
	switch {
	case e.Field != "":
		return name + " field=" + e.Field
	case recv != "":
		return recv + "." + name
	}
	return name
}

// indexes are the attributes whose value is a parameter.
var indexes = []string{"value", "dest", "cond", "path", "predicate", "tx", "options", "autoack", "builder", "from", "to", "handler", "name"}

// fits says which parameter of the line the declaration does not have.
func (lib *library) fits(e *catalog.Entry, d decl) string {
	if e.Arg != catalog.NoArg {
		if why := inRange(d, "arg", e.Arg, e.Variadic); why != "" {
			return why
		}
	}
	for _, name := range indexes {
		v := e.Attr(name)
		if v == "" || v == "recv" && e.Sym.Recv != "" || v == "ret" && name == "to" {
			continue
		}
		digits, variadic := strings.CutSuffix(v, "...")
		n, err := strconv.Atoi(digits)
		if err != nil {
			return fmt.Sprintf("%s=%s: no parameter", name, v)
		}
		if why := inRange(d, name, n, variadic); why != "" {
			return why
		}
	}
	if other := e.Attr("instead"); other != "" {
		if _, ok := lib.decls[nameIn(e, e.Sym.Recv, other)]; !ok {
			if _, ok := lib.decls["Client."+other]; !ok {
				return fmt.Sprintf("instead=%s: not declared beside %s", other, e.Sym.Name)
			}
		}
	}
	return lib.token(e)
}

// token holds the lines about AWS against the SDK's own list: an operation gets a key when it is given none if and only if the service
// package has the middleware for it.
func (lib *library) token(e *catalog.Entry) string {
	if !strings.HasPrefix(lib.path, "github.com/aws/aws-sdk-go-v2/service/") || e.Sym.Recv != "Client" || !strings.HasPrefix(string(e.Role), "effect.") {
		return ""
	}
	_, mints := lib.decls["idempotencyToken_initializeOp"+e.Sym.Name]
	if says := e.Attr("mints") != ""; says != mints {
		return fmt.Sprintf("mints=call is %v here and %v in the SDK", says, mints)
	}
	return ""
}

func inRange(d decl, name string, n int, variadic bool) string {
	if d.kind != "func" && len(d.params) == 0 {
		return fmt.Sprintf("%s=%d, but this is a %s", name, n, d.kind)
	}
	if n >= len(d.params) {
		return fmt.Sprintf("%s=%d, but the parameters are (%s)", name, n, strings.Join(d.params, ", "))
	}
	if last := d.params[len(d.params)-1]; variadic && !strings.HasSuffix(last, "...") && n == len(d.params)-1 {
		return fmt.Sprintf("%s=%d..., but the parameters are (%s)", name, n, strings.Join(d.params, ", "))
	}
	return ""
}
