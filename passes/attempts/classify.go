package attempts

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/trace"
)

// verdict is what a call in a loop is to the loop.
type verdict struct {
	kind     Kind
	under    Under
	evidence trace.Evidence
}

// maxChoices bounds the branches on other results of a call that are tried both ways.
const maxChoices = 5

// judge decides whether call is tried again by region r. The definitions are in the package comment.
func (p *pkgInfo) judge(r *region, call *ssa.Call) (verdict, bool) {
	if p.pure(call) {
		return verdict{}, false
	}
	o, ok := outcomeOf(call)
	if !ok {
		return verdict{}, false
	}
	q := &question{p, r, &o, call}
	success := q.try(zero, 0, nil)
	if success.cut {
		return verdict{}, false
	}
	if !success.stay {
		// Definition A: failure can stay, success can leave, success cannot stay.
		if !success.leave {
			return verdict{}, false
		}
		if !q.try(nonzero, 0, nil).stay {
			return verdict{}, false
		}
		return q.refine()
	}
	if v, ok := q.status(); ok {
		return v, true
	}
	return q.flag()
}

// question is one call's outcome and the place whose reaching means "again": the call itself for loops, the recursive call for recursion.
type question struct {
	p      *pkgInfo
	r      *region
	o      *outcome
	target ssa.Instruction
}

// try walks from the outcome on, assumed to be a success (zero) or a failure (nonzero).
func (q *question) try(value abs, deny class, choice map[*ssa.If]bool) *walk {
	w := &walk{p: q.p, r: q.r, t: q.r.tracking(), assume: q.o, value: value, deny: deny, choice: choice, target: q.target}
	w.until = func() bool { return w.stay && w.leave }
	w.from(q.o.call)
	return w
}

// refine applies the rules that tell retries from look-alikes among loops of definition A.
func (q *question) refine() (verdict, bool) {
	p, r, o := q.p, q.r, q.o
	v := verdict{kind: RetryLoop}
	in := argumentsOf(r, o.call, false)
	if in.element {
		return v, false // something else is tried each time
	}
	if argumentsOf(r, o.call, true).element {
		// The same thing is tried at another provider.
		return verdict{kind: Failover, evidence: trace.Likely}, !isReading(o.call)
	}
	if r.collection() && !p.waits(r) {
		return v, false
	}
	if resumes(r, o, in) || replaces(r, o) {
		return v, false
	}
	under, ok := q.under(nonzero)
	v.under = under
	return v, ok
}

// resumes: a data argument carries on from what the call itself returned the round before (p[n:], page tokens).
func resumes(r *region, o *outcome, in inputs) bool {
	for _, phi := range in.headPhis {
		if isError(phi.Type()) {
			continue
		}
		for i, e := range phi.Edges {
			if r.has(phi.Block().Preds[i]) && derives(r, e, func(v ssa.Value) bool {
				x, ok := v.(*ssa.Extract)
				return ok && x.Tuple == o.call && x.Index != o.index
			}) {
				return true
			}
		}
	}
	return false
}

// replaces: the call takes an error and puts another in its place, as err = errors.Unwrap(err) and mapError(err) do.
func replaces(r *region, o *outcome) bool {
	for _, arg := range o.call.Call.Args {
		instr, ok := arg.(ssa.Instruction)
		if ok && failing(arg.Type()) && r.has(instr.Block()) {
			if _, made := arg.(*ssa.MakeInterface); !made {
				return true
			}
		}
	}
	return false
}

// under finds the failures under which the region goes on, by walking again as if failures of one kind did not happen.
// ok is false when it goes on only because a name is taken, to try another.
func (q *question) under(value abs) (Under, bool) {
	stays := func(deny class) bool {
		// A status retry must not stay by its status either.
		return q.try(nonzero, deny, nil).stay || value == zero && q.try(zero, deny, nil).stay
	}
	if !q.p.asks(q.r) {
		return AnyFailure, true
	}
	switch {
	case stays(nothingDone | conflict | exists):
		return AnyFailure, true
	case !stays(exists):
		return AnyFailure, false
	case !stays(nothingDone):
		return NothingDone, true
	default:
		return Conflict, true
	}
}

// asks reports whether any branch of the region asks for a kind of failure.
func (p *pkgInfo) asks(r *region) bool {
	for _, b := range r.list() {
		if last, ok := lastInstr(b).(*ssa.If); ok && p.mentions(last.Cond, 0) {
			return true
		}
	}
	return false
}

func (p *pkgInfo) mentions(v ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	if p.classOf(v, 0) != 0 {
		return true
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return isNot(v) && p.mentions(v.X, depth+1)
	case *ssa.BinOp:
		return p.mentions(v.X, depth+1) || p.mentions(v.Y, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if p.mentions(e, depth+1) {
				return true
			}
		}
	case *ssa.Extract:
		return p.mentions(v.Tuple, depth+1)
	case *ssa.Call:
		// A helper of this package may ask inside.
		callee := v.Call.StaticCallee()
		return callee != nil && p.ir.Has(callee)
	}
	return false
}

// pureStd lists packages of the standard library whose calls change nothing outside: what loops over them is parsing, not retrying.
var pureStd = " bufio bytes context errors fmt hash html iter log maps math mime path reflect regexp slices sort strconv strings sync text time unicode " +

	"container/heap container/list encoding/json encoding/xml encoding/hex encoding/base64 encoding/binary encoding/csv encoding/gob encoding/pem " +
	"io log/slog net/url path/filepath sync/atomic html/template text/template crypto/rand math/rand math/big unicode/utf8 "

func (p *pkgInfo) pure(call *ssa.Call) bool {
	fn := calleeOf(&call.Call)
	if fn == nil || fn.Pkg() == nil {
		return call.Call.StaticCallee() == nil && fn == nil && isBuiltin(call)
	}
	path := fn.Pkg().Path()
	if strings.Contains(pureStd, " "+path+" ") || path == "net/http" && strings.HasPrefix(fn.Name(), "NewRequest") {
		return true
	}
	return p.cat.HasPackage(path) && p.cat.One(fn, catalog.RetryMarker, catalog.Periodic) != nil
}

func isBuiltin(call *ssa.Call) bool {
	_, ok := call.Call.Value.(*ssa.Builtin)
	return ok
}
