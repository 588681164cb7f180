package origin

import (
	"go/types"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/words"
)

// reason is why a package is worth building.
type reason uint8

const (
	nothing reason = iota
	// makes: it makes values that differ, or looks into maps and rows. Of a library this matters where it makes ids.
	makes
	// acts: it has keys, effects, retries, handlers, claims, or calls what has.
	acts
)

// maxMaker is the size, in lines, up to which a library that only makes values is built. Those that make ids are small (google/uuid has
// 1,300 lines, rs/xid 400); the others are parsers, archives and drivers that ask for the time. Measured on a service of 92
// packages: they are a third of all lines that were built.
const maxMaker = 2000

// relevant is the gate before SSA: the package uses something the catalogue knows as a source, key, effect or client, or a function
// of a package that was worth building itself. Everything else cannot hold a finding or feed one.
func (r *engine) relevant() reason {
	if len(r.pass.TypeErrors) > 0 {
		return nothing
	}
	why := nothing
	known := map[*types.Package]bool{}
	for _, obj := range r.pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() == nil {
			continue
		}
		if r.actsBehind(fn) {
			return acts
		}
		pkg := fn.Pkg()
		if pkg == r.pass.Pkg {
			continue
		}
		if m := r.marker(pkg); m != nil {
			why = max(why, makes)
			if m.Acts {
				why = acts
			}
		}
		k, seen := known[pkg]
		if !seen {
			k = r.cat.HasPackage(pkg.Path())
			known[pkg] = k
		}
		if k {
			why = max(why, r.reasonOf(fn))
		}
		if why == acts {
			return acts
		}
	}
	if why == makes && r.library() && r.lines() > maxMaker {
		return nothing
	}
	return why
}

// actsBehind reports whether a function is the method of an interface that stands for what has effects: a type of a direct import that
// acts has a method of its name, or its names alone say so. Layers call each other through interfaces of their own, so that no
// function of the layer below is named.
func (r *engine) actsBehind(fn *types.Func) bool {
	recv := fn.Type().(*types.Signature).Recv()
	if recv == nil || !types.IsInterface(recv.Type()) || ir.Std(fn.Pkg().Path()) {
		return false
	}
	typ := ""
	if n, ok := types.Unalias(recv.Type()).(*types.Named); ok {
		typ = n.Obj().Name()
	}
	return words.IsEffect(fn.Pkg().Name(), typ, fn.Name()) || r.methodsBelow()[fn.Name()]
}

// methodsBelow are the names of the methods that types of direct imports have which act.
func (r *engine) methodsBelow() map[string]bool {
	if r.below != nil {
		return r.below
	}
	r.below = map[string]bool{}
	for _, imp := range r.pass.Pkg.Imports() {
		if m := r.marker(imp); m == nil || !m.Acts {
			continue
		}
		scope := imp.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || !tn.Exported() {
				continue
			}
			if n, ok := tn.Type().(*types.Named); ok && !types.IsInterface(n) {
				for i := range n.NumMethods() {
					r.below[n.Method(i).Name()] = true
				}
			}
		}
	}
	return r.below
}

// reasonOf reads the catalogue on one function.
func (r *engine) reasonOf(fn *types.Func) reason {
	why := nothing
	for _, e := range r.cat.Func(fn, gateRoles...) {
		switch {
		case e.Role == catalog.Fill && e.Attr("kind") != "random":
		case e.Role == catalog.SourceRandom, e.Role == catalog.SourceTime, e.Role == catalog.SourceProcess, e.Role == catalog.Fill, e.Attr("store") == "memory":
			why = max(why, makes)
		default:
			return acts
		}
	}
	return why
}

// library reports whether the package comes from another module than the one under analysis: the go command gives those a version.
func (r *engine) library() bool { return r.pass.Module != nil && r.pass.Module.Version != "" }

func (r *engine) lines() int {
	n := 0
	for _, f := range r.pass.Files {
		if file := r.pass.Fset.File(f.FileStart); file != nil {
			n += file.LineCount()
		}
	}
	return n
}

// gateRoles are the roles that make a package worth building. Pure flow (strings, fmt, json) alone is not among them.
var gateRoles = []catalog.Role{
	catalog.SourceRandom, catalog.SourceTime, catalog.SourceProcess, catalog.SourceAttempt,
	catalog.KeySink, catalog.KeyHeader, catalog.EffectPayment, catalog.EffectEmail, catalog.EffectSMS, catalog.EffectPublish, catalog.EffectHTTP,
	catalog.EffectHTTPMethod, catalog.EffectCloud, catalog.EffectKV, catalog.EffectAccum, catalog.EffectRPC, catalog.EffectSQL,
	catalog.RetryClient, catalog.RetryWrapper, catalog.ConsumerEntry, catalog.ToolEntry, catalog.DedupCheck, catalog.DedupClaim, catalog.DedupRacy, catalog.Fill,
}
