package effects

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/sqltext"
	"github.com/idemlint/idemlint/passes/words"
)

// claim recognises a first-wins step on a key. For the rules on keys it is an effect like others: its key decides what counts as
// the same. Whether its answer is heeded is the claims pass's business.
func (r *engine) claim(call ssa.CallInstruction, obj *types.Func) *Effect {
	e := &Effect{Site: call, Class: Set, Domain: Claim, Op: "the claim", Provider: "claim"}
	args := origin.Args(call.Common())
	off := 0
	if isMethod(obj) {
		off = 1
	}
	for _, entry := range r.cat.Func(obj, catalog.DedupClaim, catalog.EffectSQL, catalog.EffectKV) {
		i := entry.Arg + off
		if entry.Arg < 0 || i >= len(args) {
			continue
		}
		switch entry.Role {
		case catalog.DedupClaim:
			if entry.Attr("option") == "" && entry.Attr("text") == "" && text(args[i].Type()) {
				e.Keys = append(e.Keys, r.orig.KeyAt(opName(entry)+" key", call, args[i]))
			}
		case catalog.EffectSQL:
			r.sqlClaim(e, call, args, i)
		case catalog.EffectKV:
			r.conditionalPut(e, call, args[i])
		}
	}
	if len(e.Keys) == 0 || r.isLock(call, obj, e.Keys) {
		return nil
	}
	e.Op = "the claim by " + e.Keys[0].Name
	for _, k := range e.Keys {
		for _, l := range k.From.Leaves {
			if l.Kind == origin.Param {
				e.inputs = append(e.inputs, input{l.Index, l.Path, l.Fn()})
			}
		}
	}
	return e
}

// sqlClaim: an INSERT that does nothing if the row is there, into a column that holds a key by its name, its table's name or the
// conflict clause.
func (r *engine) sqlClaim(e *Effect, call ssa.CallInstruction, args []ssa.Value, i int) {
	t, ok := sqlText(r.orig.At(args[i], call))
	if !ok {
		return
	}
	stmt, ok := sqltext.Parse(t)
	if !ok || stmt.Kind != sqltext.Insert || stmt.Conflict != sqltext.DoNothing {
		return
	}
	if i+1 >= len(args) {
		return
	}
	vals := origin.Elements(args[i+1])
	if carried(stmt) > 1 {
		e.Keeps = "db" // a row that is kept for itself, which is not written twice
	}
	for _, c := range stmt.Cols {
		if !words.IsKey(c.Name) && !(len(stmt.Target) == 1 && strings.EqualFold(stmt.Target[0], c.Name)) {
			continue
		}
		if c.Val.Arg >= 0 && c.Val.Arg < len(vals) {
			e.Keys = append(e.Keys, r.orig.KeyAt("column "+c.Name+" of "+stmt.Table, call, vals[c.Val.Arg]))
		}
	}
}

// carried counts the columns of a statement that are given to it, but for times.
func carried(stmt *sqltext.Stmt) int {
	n := 0
	for _, c := range stmt.Cols {
		if c.Val.Arg >= 0 && !words.IsTime(c.Name) {
			n++
		}
	}
	return n
}

// conditionalPut: a write whose condition says that nothing must be there.
func (r *engine) conditionalPut(e *Effect, call ssa.CallInstruction, request ssa.Value) {
	cond := r.orig.Part(request, ".ConditionExpression", call)
	for _, l := range cond.Leaves {
		if l.Kind != origin.Const {
			continue
		}
		rest, ok := strings.CutPrefix(strings.TrimSpace(l.Text), "attribute_not_exists")
		if !ok {
			continue
		}
		name, _, _ := strings.Cut(strings.Trim(rest, "( "), ")")
		item := r.orig.Part(request, ".Item["+strings.TrimSpace(name)+"]", call)
		if len(item.Leaves) > 0 {
			e.Keys = append(e.Keys, r.orig.KeyFrom("item attribute "+name, call, item))
		}
	}
}

func text(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isLock: a claim that is released where it was taken, or whose key or surroundings say so, keeps others out for a while and says
// nothing about what was done.
func (r *engine) isLock(call ssa.CallInstruction, obj *types.Func, keys []*origin.Key) bool {
	for _, k := range keys {
		for _, l := range k.From.Leaves {
			if l.Kind == origin.Const && words.IsLock(l.Text) {
				return true
			}
		}
	}
	top := call.Parent()
	for top.Parent() != nil {
		top = top.Parent()
	}
	return words.IsLock(top.Name()) || r.releases(top, obj, keys)
}

// releases reports whether fn or a literal in it deletes the same key in the same store.
func (r *engine) releases(fn *ssa.Function, obj *types.Func, keys []*origin.Key) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			callee := origin.Callee(c.Common())
			if callee == nil || callee.Pkg() != obj.Pkg() || !deletes(callee.Name()) {
				continue
			}
			for _, a := range c.Common().Args {
				for _, k := range keys {
					if sameText(r.orig.At(a, c), k.From) {
						return true
					}
				}
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		if r.releases(anon, obj, keys) {
			return true
		}
	}
	return false
}

func deletes(name string) bool {
	switch name {
	case "Del", "Unlink", "Eval", "EvalSha", "DeleteItem", "Delete":
		return true
	}
	return false
}

func sameText(a, b *origin.Set) bool {
	if len(b.Leaves) == 0 {
		return false
	}
	for _, l := range b.Leaves {
		found := false
		for _, o := range a.Leaves {
			found = found || o.Kind == l.Kind && o.Text == l.Text && o.Path == l.Path
		}
		if !found {
			return false
		}
	}
	return true
}
