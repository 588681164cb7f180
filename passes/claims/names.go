package claims

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/sqltext"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// An interface whose implementation is nowhere in view can only be judged by its names: a verb that asks and one that writes, on
// the same receiver, about the same thing, with the same key. What is found this way is Likely.

var (
	askVerbs   = words.Set("get find exists exist has is was seen lookup load check contains already fetch known")
	writeVerbs = words.Set("create insert save add store put mark record register set remember note write")
	// notAsked: "IsNew" is true when nothing is there; "CheckValid" asks something else.
	notAsked = words.Set("new first fresh need needs needed available free allowed valid ready enabled empty expired active missing unseen unknown")
)

// byName reads an operation from the name of an interface method. Where the method names no thing, the interface may: what an
// IdempotencyStore gets and saves are idempotency records.
func (r *engine) byName(call ssa.CallInstruction) *Op {
	c := call.Common()
	if IsResponder(c.Value.Type()) {
		return nil
	}
	verb, thing := parts(c.Method.Name())
	kept := keptBy(c.Value.Type())
	if thing == "" {
		if thing = keyIn(c.Method.Name()); thing == "" {
			thing = kept
		}
	}
	if thing == "" {
		return nil
	}
	sig := c.Signature()
	op := &Op{Store: "named", Site: call, Name: c.Method.Name(), Evidence: trace.Likely}
	switch {
	case askVerbs[verb]:
		if !askAnswer(op, sig.Results(), kept != "" || keyIn(c.Method.Name()) != "") {
			return nil
		}
		for _, w := range words.Split(c.Method.Name()) {
			if notAsked[w] {
				return nil
			}
		}
	case writeVerbs[verb]:
		op.Kind = Record
		op.answers("write")
		if verb == "put" || verb == "set" || verb == "save" || verb == "mark" {
			op.Conflict = sqltext.DoUpdate
		}
	default:
		return nil
	}
	op.Table = Table{Name: thing, Where: r.tokens(c.Value, "", call)}
	for i, a := range c.Args {
		t := sig.Params().At(min(i, sig.Params().Len()-1)).Type()
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Name() == "Context" {
			continue
		}
		if cols := r.columnsOf(a, call); op.Kind == Record && cols != nil {
			op.Cols = append(op.Cols, cols...)
			continue
		}
		op.Cols = append(op.Cols, Col{Toks: r.tokens(a, "", call)})
	}
	if op.Kind == Check && len(op.Cols) != 1 {
		if op.Cols = r.keyOnly(call.Parent(), op.Cols); len(op.Cols) != 1 {
			return nil
		}
	}
	return op
}

// keptBy names what an interface keeps, where its name or its package's says that it recognises repetitions.
func keptBy(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return ""
	}
	names := []string{n.Obj().Name()}
	if n.Obj().Pkg() != nil {
		names = append(names, n.Obj().Pkg().Name())
	}
	for _, name := range names {
		for _, w := range words.Split(name) {
			switch w {
			case "idempotency", "idempotent", "idempotence", "dedup", "dedupe", "deduplication", "deduper":
				return "idempotency record"
			}
		}
	}
	return ""
}

// keyIn gives the key that a method asks by: GetByIdempotencyKey.
func keyIn(method string) string {
	ws := words.Split(method)
	for i, w := range ws {
		if rest := strings.Join(ws[i+1:], "_"); w == "by" && words.IsKey(rest) {
			return rest
		}
	}
	return ""
}

// keyOnly leaves of several parameters the one that is named as a key.
func (r *engine) keyOnly(fn *ssa.Function, cols []Col) []Col {
	for _, c := range cols {
		for _, t := range c.Toks {
			if words.IsKey(r.nameOf(fn, t, 0)) {
				return []Col{c}
			}
		}
	}
	return nil
}

// askAnswer sets how a method answers: a flag, a pointer that may be nil with or without an error.
func askAnswer(op *Op, res *types.Tuple, sure bool) bool {
	n := res.Len()
	if n == 3 && isBool(res.At(1).Type()) && isError(res.At(2).Type()) || n == 2 && isBool(res.At(1).Type()) {
		// A value, whether it is there, and an error.
		op.yes.results = []Abs{{K: unknown}, {K: isTrue}, {K: isNil}}[:n]
		op.no.results = []Abs{{K: unknown}, {K: isFalse}, {K: isNil}}[:n]
		return true
	}
	if n == 0 || n > 2 || n == 2 && !isError(res.At(1).Type()) {
		return false
	}
	yes, no := Abs{K: isTrue}, Abs{K: isFalse}
	switch t := res.At(0).Type().Underlying().(type) {
	case *types.Basic:
		if t.Info()&types.IsBoolean == 0 {
			return false
		}
	case *types.Pointer:
		yes, no = Abs{K: nonNil}, Abs{K: isNil}
	case *types.Slice:
		if !sure {
			return false
		}
		yes, no = Abs{K: positive}, Abs{K: isNil}
	default:
		return false
	}
	op.yes.results, op.no.results = []Abs{yes}, []Abs{no}
	if res.Len() == 2 {
		// Whether "not there" is an error as well is not in view.
		op.yes.results, op.no.results = append(op.yes.results, Abs{K: isNil}), append(op.no.results, Abs{K: unknown})
	}
	return true
}

// parts cuts a method's name into its verb and the thing it is about: GetOrderByKey and CreateOrder are both about the order,
// WasNotified and MarkNotified about having been notified.
func parts(name string) (verb, thing string) {
	ws := words.Split(name)
	if len(ws) == 0 {
		return "", ""
	}
	verb, ws = ws[0], ws[1:]
	if verb == "seen" || verb == "exists" || verb == "known" {
		return verb, verb
	}
	for i, w := range ws {
		if w == "by" || w == "for" {
			ws = ws[:i]
			break
		}
		if w == "as" || w == "already" || w == "been" || w == "exists" {
			ws[i] = ""
		}
	}
	return verb, strings.TrimSuffix(strings.Join(strings.Fields(strings.Join(ws, " ")), "_"), "s")
}
