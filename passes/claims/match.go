package claims

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/sqltext"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// sameTable reports whether two operations speak of one table, collection or map.
func sameTable(a, b *Op) bool {
	if a.Store != b.Store {
		return false
	}
	switch {
	case a.Store == "redis" || a.Store == "firestore":
		return true // one key space; the key tells
	case a.Store == "named":
		return a.Table.Name == b.Table.Name && slices.Equal(a.Table.Where, b.Table.Where)
	case a.Table.Type != "" && b.Table.Type != "":
		return a.Table.Type == b.Table.Type
	case a.Table.Name != "" || b.Table.Name != "":
		return a.Table.Name == b.Table.Name
	}
	return len(a.Table.Where) > 0 && slices.Equal(a.Table.Where, b.Table.Where) && !slices.Contains(a.Table.Where, tokUnknown)
}

// sameKey reports whether every value of the look-up's key reaches the written row: into the column of the same name where
// there is one. A key of constants alone, as in "is the table empty", is no key.
func sameKey(check, rec *Op) bool {
	if len(check.Cols) == 1 && check.Cols[0].Name == "" && check.Store != "named" {
		return sameText(check.Cols[0].Toks, rec)
	}
	var all []string
	byName := map[string][]string{}
	for _, c := range rec.Cols {
		all = append(all, c.Toks...)
		byName[c.Name] = append(byName[c.Name], c.Toks...)
	}
	some := false
	for _, c := range check.Cols {
		// A column that is named as a key and holds the same in both is enough, whatever stands beside it.
		if vars := variables(c.Toks); words.IsKey(c.Name) && len(vars) > 0 && !slices.Contains(vars, tokUnknown) && slices.Equal(c.Toks, byName[c.Name]) {
			return true
		}
	}
	for _, c := range check.Cols {
		vars := variables(c.Toks)
		if len(vars) == 0 {
			continue
		}
		for _, t := range vars {
			if t == tokUnknown || !slices.Contains(all, t) {
				return false
			}
		}
		if own := variables(byName[c.Name]); len(own) > 0 && !slices.Contains(own, tokUnknown) && !slices.ContainsFunc(vars, func(t string) bool { return slices.Contains(own, t) }) {
			return false
		}
		some = true
	}
	return some
}

// sameText compares keys that are one text: all parts in their order. What is written may hold more behind it (a hash's field).
func sameText(key []string, rec *Op) bool {
	if len(rec.Cols) == 0 || len(variables(key)) == 0 || slices.Contains(key, tokUnknown) {
		return false
	}
	var have []string
	for _, c := range rec.Cols {
		have = append(have, c.Toks...)
	}
	return len(have) >= len(key) && slices.Equal(have[:len(key)], key)
}

// SameRow reports whether an operation is about the very row that another one writes: the same table and the same key.
func SameRow(o, written *Op) bool { return sameTable(o, written) && sameKey(o, written) }

func variables(toks []string) []string {
	var out []string
	for _, t := range toks {
		if t[0] != '=' && t[0] != '~' {
			out = append(out, t)
		}
	}
	return out
}

// hasFacts reports whether a direct import exported facts of this pass.
func (r *engine) hasFacts(pkg *types.Package) bool {
	if v, ok := r.marked[pkg]; ok {
		return v
	}
	v := r.pass.ImportPackageFact != nil && !ir.Spoken(pkg, r.pass.Pkg) && r.pass.ImportPackageFact(pkg, new(Marker))
	r.marked[pkg] = v
	return v
}

type implKey struct {
	iface  *types.Interface
	method string
}

const maxImplementations = 3

// implementations lists the methods behind an interface method among the types of this package and of direct imports with facts.
func (r *engine) implementations(t types.Type, m *types.Func) []*types.Func {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return nil
	}
	key := implKey{iface, m.Name()}
	if out, ok := r.impls[key]; ok {
		return out
	}
	if r.named == nil {
		r.named = r.concrete()
	}
	var out []*types.Func
	for _, n := range r.named {
		p := types.NewPointer(n)
		if !types.Implements(p, iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(p, true, m.Pkg(), m.Name())
		if fn, ok := obj.(*types.Func); ok {
			out = append(out, fn)
		}
	}
	if len(out) > maxImplementations {
		out = nil
	}
	if len(out) == 0 && m.Pkg() != nil && m.Pkg() != r.pass.Pkg && r.hasFacts(m.Pkg()) && r.pass.ImportObjectFact(m, new(Fact)) {
		out = append(out, m) // its own package has told what the method does (see ir.StandIns)
	}
	r.impls[key] = out
	return out
}

func (r *engine) concrete() []*types.Named {
	out := []*types.Named{}
	add := func(pkg *types.Package) {
		scope := pkg.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || strings.HasPrefix(strings.ToLower(name), "mock") || strings.HasPrefix(strings.ToLower(name), "fake") {
				continue
			}
			if f := r.pass.Fset.File(tn.Pos()); f != nil && strings.HasSuffix(f.Name(), "_test.go") {
				continue
			}
			if n, ok := tn.Type().(*types.Named); ok && !types.IsInterface(n) && n.TypeParams().Len() == 0 {
				out = append(out, n)
			}
		}
	}
	add(r.pass.Pkg)
	for _, imp := range r.pass.Pkg.Imports() {
		if r.hasFacts(imp) {
			add(imp)
		}
	}
	return out
}

func freeze(fset *token.FileSet, steps []trace.Step) []trace.Step { return trace.Freeze(fset, steps) }

// ClaimBefore reports whether a first-wins step surely runs before an instruction, so that a question asked earlier is but
// the fast path before it.
func (r *engine) ClaimBefore(fn *ssa.Function, at ssa.Instruction) bool {
	for _, op := range r.Ops(fn) {
		if _, now := op.Site.(*ssa.Call); now && op.Kind == Claim && op.Site != at && r.before(op.Site, at) {
			return true
		}
	}
	return false
}

// Overwrites reports whether the write succeeds whatever is there already.
func (o *Op) Overwrites() bool { return o.Conflict == sqltext.DoUpdate }

// Conflicts reports whether the write passes over what is there already and tells nobody.
func (o *Op) Conflicts() bool { return o.Conflict == sqltext.DoNothing }

// Leads reports whether some return of its function comes only after a call: what is taken in one turn of an endless loop, by a
// deferred call or by another goroutine is not held by who called the function.
func Leads(i ssa.Instruction) bool {
	if _, now := i.(*ssa.Call); !now {
		return false
	}
	for _, b := range i.Parent().Blocks {
		if n := len(b.Instrs); n > 0 && i.Block().Dominates(b) {
			if _, ok := b.Instrs[n-1].(*ssa.Return); ok {
				return true
			}
		}
	}
	return false
}

// HoldsCaller reports whether what the key is set to comes as it is from the caller: who has the key, and not a computed value.
func (o *Op) HoldsCaller() bool { return len(o.Value) == 1 && o.Value[0][0] == 'p' }

// Precedes reports whether a may run before b, and b not before a, in one pass through their function.
func (r *engine) Precedes(a, b ssa.Instruction) bool {
	if a == b || a.Parent() != b.Parent() {
		return false
	}
	if r.before(a, b) {
		return true
	}
	if r.before(b, a) || a.Block() == b.Block() {
		return false
	}
	return reachable(a.Block(), b.Block()) && !reachable(b.Block(), a.Block())
}

func reachable(from, to *ssa.BasicBlock) bool { return reachableWithout(from, to, nil) }

// reachableWithout finds ways that do not lead through a block, such as those of one turn of a loop.
func reachableWithout(from, to, without *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{without: true}
	if from == without {
		return false
	}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if s == to {
				return true
			}
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}
