package attempts

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
)

// refineWrapper reads what the wrapper and the function handed to it say about which failures are retried. It returns false when the
// function is not retried after all.
func (p *pkgInfo) refineWrapper(s *Scope, c ssa.Instruction, e *catalog.Entry) bool {
	switch e.Attr("kind") {
	case "poll":
		// The wrapper stops at an error and goes on while told so: a retry only if the function turns failures into "go on".
		return p.swallows(s.Fn)
	case "activity":
		s.Kind, s.Entry, s.Name = Redelivery, "activity", platformName(e)
		return true
	}
	if s.Under != AnyFailure {
		return true
	}
	if pred := p.predicateOf(c, e); pred != nil {
		s.Under = p.underPredicate(pred)
		return s.Under != AnyFailure || !p.onlyExists(pred)
	}
	marked := e.Attr("only") == "marked"
	switch {
	case !p.mayAskAgain(s.Fn, marked, 0, 0):
		return !marked // nothing is ever marked; or all errors are permanent, by markers that not every wrapper obeys
	case !p.mayAskAgain(s.Fn, marked, exists, 0):
		return false
	case !p.mayAskAgain(s.Fn, marked, nothingDone, 0):
		s.Under = NothingDone
	case !p.mayAskAgain(s.Fn, marked, nothingDone|conflict|exists, 0):
		s.Under = Conflict
	}
	return true
}

// mayAskAgain reports whether fn can return an error that the wrapper retries, when failures of the denied classes do not happen.
// A wrapper that retries only what is marked is not asked again by an error from elsewhere, unless its type is that of the mark.
func (p *pkgInfo) mayAskAgain(fn *ssa.Function, marked bool, deny class, depth int) bool {
	again := false
	cut := p.returned(fn, deny, func(v ssa.Value, known abs) {
		switch mark := p.mark(v); {
		case known == zero || mark == "permanent":
		case mark == "retryable" || !marked:
			again = true
		case made(v):
		default:
			if callee := p.helper(v); callee != nil && depth < maxHelperDepth {
				again = again || p.mayAskAgain(callee, marked, deny, depth+1)
			} else if !isError(v.Type()) {
				again = true
			}
		}
	})
	return again || cut
}

// helper returns the function of this package whose call v is; nil if v is something else.
func (p *pkgInfo) helper(v ssa.Value) *ssa.Function {
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	callee := call.Call.StaticCallee()
	if callee == nil || !p.ir.Has(callee) {
		return nil
	}
	return callee
}

// made reports whether an error is plainly made by an unmarked constructor or is nil.
func made(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.Call:
		fn := calleeOf(&v.Call)
		return fn != nil && makesError(fn)
	}
	return false
}

// returned walks fn and tells each of the values that it can return as its failure, with what is known of them.
func (p *pkgInfo) returned(fn *ssa.Function, deny class, tell func(ssa.Value, abs)) (cut bool) {
	results := fn.Signature.Results()
	n := results.Len() - 1
	if n < 0 || !failing(results.At(n).Type()) {
		return true
	}
	p.refill()
	r := p.whole(fn)
	w := &walk{p: p, r: r, t: r.tracking(), deny: deny}
	w.onRet = func(ret *ssa.Return, e env) {
		if n < len(ret.Results) {
			for _, v := range alternatives(ret.Results[n], 0) {
				tell(v, w.eval(v, e, 0))
			}
		}
	}
	w.entry()
	return w.cut
}

// alternatives lists the values that v can be by its phis.
func alternatives(v ssa.Value, depth int) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Phi:
		if depth > 3 {
			return nil
		}
		var out []ssa.Value
		for _, e := range v.Edges {
			out = append(out, alternatives(e, depth+1)...)
		}
		return out
	case *ssa.ChangeInterface:
		return alternatives(v.X, depth)
	case *ssa.MakeInterface:
		if depth < 3 {
			return alternatives(v.X, depth+1)
		}
	}
	return []ssa.Value{v}
}

// mark tells how an error is marked: "retryable", "permanent", or "" if it is not.
func (p *pkgInfo) mark(v ssa.Value) string {
	call, ok := v.(*ssa.Call)
	if !ok {
		return ""
	}
	fn := calleeOf(&call.Call)
	if fn == nil {
		return ""
	}
	if e := p.cat.One(fn, catalog.RetryMarker); e != nil {
		return e.Attr("kind")
	}
	return ""
}

// predicateOf returns the function that decides which errors are retried: a parameter of the wrapper, or an option handed to it.
func (p *pkgInfo) predicateOf(at ssa.Instruction, e *catalog.Entry) *ssa.Function {
	c, ok := at.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	call := c.Common()
	one := func(v ssa.Value) *ssa.Function {
		if v == nil {
			return nil
		}
		if ts := p.resolve(v); len(ts) == 1 && ts[0].fn != nil {
			return ts[0].fn
		}
		return nil
	}
	if at := e.Attr("predicate"); at != "" && len(at) == 1 {
		return one(argOf(call, int(at[0]-'0')))
	}
	for _, arg := range call.Args {
		for _, opt := range spread(arg) {
			oc, ok := opt.(*ssa.Call)
			if !ok {
				continue
			}
			fn := calleeOf(&oc.Call)
			if fn == nil {
				continue
			}
			if m := p.cat.One(fn, catalog.RetryMarker); m != nil && m.Attr("kind") == "predicate" && m.Arg >= 0 {
				return one(argOf(&oc.Call, m.Arg))
			}
		}
	}
	return nil
}

// spread lists the elements of a variadic argument written in place; other arguments stand for themselves.
func spread(arg ssa.Value) []ssa.Value {
	sl, ok := arg.(*ssa.Slice)
	if !ok {
		return []ssa.Value{arg}
	}
	arr, ok := sl.X.(*ssa.Alloc)
	if !ok || arr.Referrers() == nil {
		return nil
	}
	var out []ssa.Value
	for _, ref := range *arr.Referrers() {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok || ia.Referrers() == nil {
			continue
		}
		for _, use := range *ia.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Addr == ia {
				v := st.Val
				if m, ok := v.(*ssa.MakeInterface); ok {
					v = m.X
				}
				out = append(out, v)
			}
		}
	}
	return out
}

// underPredicate tells for which failures a predicate says "again".
func (p *pkgInfo) underPredicate(pred *ssa.Function) Under {
	p.refill()
	never := func(deny class) bool {
		args := make([]abs, len(pred.Params))
		for i, q := range pred.Params {
			if failing(q.Type()) {
				args[i] = nonzero
			}
		}
		res, ok := p.summary(pred, args, deny, 0)
		return ok && len(res) == 1 && res[0] == zero
	}
	switch {
	case never(0), never(nothingDone):
		return NothingDone
	case never(conflict), never(nothingDone | conflict):
		return Conflict
	}
	return AnyFailure
}

// onlyExists reports whether a predicate says "again" only when a name is taken.
func (p *pkgInfo) onlyExists(pred *ssa.Function) bool {
	p.refill()
	args := make([]abs, len(pred.Params))
	res, ok := p.summary(pred, args, exists, 0)
	return ok && len(res) == 1 && res[0] == zero
}

// swallows reports whether a polled function (done bool, err error) answers "not done, no error" to the failure of a call and not to
// its success: then polling it is retrying that call.
func (p *pkgInfo) swallows(fn *ssa.Function) bool {
	if fn.Signature.Results().Len() != 2 {
		return false
	}
	p.refill()
	r := p.whole(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || p.pure(call) {
				continue
			}
			o, ok := outcomeOf(call)
			if !ok {
				continue
			}
			goesOn := func(value abs, sure bool) bool {
				found := false
				w := &walk{p: p, r: r, t: r.tracking(), assume: &o, value: value}
				w.onRet = func(ret *ssa.Return, e env) {
					if len(ret.Results) == 2 {
						done, err := w.eval(ret.Results[0], e, 0), w.eval(ret.Results[1], e, 0)
						found = found || done == zero && err == zero || !sure && done != nonzero && err != nonzero
					}
				}
				w.from(call)
				return found || w.cut && !sure
			}
			if goesOn(nonzero, true) && !goesOn(zero, false) {
				return true
			}
		}
	}
	return false
}
