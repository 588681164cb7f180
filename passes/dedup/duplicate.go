package dedup

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/words"
)

// Duplicate is how a function answers who comes again with an idempotency key that the caller brought.
type Duplicate struct {
	*claims.Fork
	// Reads are the questions whose row the one who comes again is told of: the one that found the key, or those asked behind it.
	Reads []*claims.Op
	// Answers are where data of the stored row is handed out.
	Answers []ssa.Instruction
	// Compared: what is stored is compared with what the request says.
	Compared bool
	// Works: something is done for who comes first: an effect, the next handler, or a row written.
	Works bool
	// Acts: what is done is more than rows of a store: an effect, the next handler, a call of something that is not in view.
	Acts bool
	// Tells: who comes first is answered with data.
	Tells bool
	// Lock: the key is given back whatever came of the work.
	Lock bool

	fn *ssa.Function
}

// AllDuplicates lists those of the package, each once: at the function that answers a handler's caller where there is one, else at
// the innermost function that has anything to do for who comes first.
func (r *Result) AllDuplicates() []*Duplicate {
	var all []*Duplicate
	inner := map[*ssa.Function][]*Duplicate{}
	for _, fn := range r.Program().Funcs {
		for _, d := range r.Duplicates(fn) {
			if d.Works || d.Tells {
				all = append(all, d)
				inner[fn] = append(inner[fn], d)
			}
		}
	}
	drop := map[*Duplicate]bool{}
	for _, d := range all {
		for _, fn := range reached(d.Op.Site) {
			for _, in := range inner[fn] {
				switch {
				case in.Op.Name != d.Op.Name || in.Op.Table.Name != d.Op.Table.Name:
				case d.handler() && len(d.Endings()) > 0:
					drop[in] = true
				default:
					drop[d] = true
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(d *Duplicate) bool { return drop[d] })
}

// reached lists the functions that a call runs: its callee, and the literals that it is handed.
func reached(i ssa.Instruction) []*ssa.Function {
	call, ok := i.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	var out []*ssa.Function
	if fn := call.Common().StaticCallee(); fn != nil {
		out = append(out, fn)
	}
	for _, a := range call.Common().Args {
		if mc, ok := a.(*ssa.MakeClosure); ok {
			out = append(out, mc.Fn.(*ssa.Function))
		}
	}
	return out
}

// Handler reports whether the function answers a request itself.
func (d *Duplicate) Handler() bool { return d.handler() || d.coded() }

// handler: the function answers a request itself.
func (d *Duplicate) handler() bool {
	for _, p := range d.fn.Params {
		if claims.IsResponder(p.Type()) {
			return true
		}
	}
	for _, v := range d.fn.FreeVars {
		t := v.Type()
		if p, ok := t.Underlying().(*types.Pointer); ok && types.IsInterface(p.Elem()) {
			t = p.Elem() // a captured variable
		}
		if claims.IsResponder(t) {
			return true
		}
	}
	return false
}

// Duplicates lists the places of a function where a caller's key is found to be there already.
func (r *Result) Duplicates(fn *ssa.Function) []*Duplicate {
	var out []*Duplicate
	for _, op := range r.Claims.Ops(fn) {
		if op.Kind == claims.Update || op.Kind == claims.Delete || !r.ByCaller(op) {
			continue
		}
		if op.Kind == claims.Record && (op.Overwrites() || !r.Claims.FailureOf(op).Handled) {
			continue
		}
		d := &Duplicate{Fork: r.Claims.ForkOf(op), fn: fn}
		if op.Kind == claims.Check {
			d.Reads = append(d.Reads, op)
		}
		for _, other := range r.Claims.Ops(fn) {
			if other != op && other.Kind == claims.Check && d.Again(other.Site) && (claims.SameRow(other, op) || other.Table.Name == op.Table.Name && other.Store == op.Store) {
				d.Reads = append(d.Reads, other)
			}
		}
		reads := d.Reads
		if op.Kind != claims.Check && len(op.Via) > 0 {
			reads = append(reads[:len(reads):len(reads)], op) // a store's method that claims and hands out what is there
		}
		failed := map[ssa.Instruction]bool{}
		for _, e := range d.Endings() {
			failed[e.Return] = e.Failed
		}
		for _, read := range reads {
			if read.Answered() && d.Again(read.Site) {
				d.Answers = append(d.Answers, read.Site)
			}
			for _, a := range r.Claims.RowOf(read).Answers {
				if !d.Again(a) || failed[a] {
					continue
				}
				d.Answers = append(d.Answers, a)
				if read == op && !slices.Contains(d.Reads, op) {
					d.Reads = append(d.Reads, op)
				}
			}
		}
		d.Compared = op.Compared()
		for _, read := range reads {
			d.Compared = d.Compared || read.Compared()
			d.Compared = d.Compared || r.Claims.RowOf(read).Compared(d.Answers) || read.Kind == claims.Check && r.fingerprinted(read)
		}
		d.Acts = r.acts(fn, d)
		d.Works, d.Tells = d.Acts || r.works(fn, d), tells(fn, d)
		for _, u := range r.uses[fn] {
			d.Lock = d.Lock || u.Op == op && u.Lock
		}
		out = append(out, d)
	}
	return out
}

// tells: a return that only who comes first is led to carries more than constants.
func tells(fn *ssa.Function, d *Duplicate) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch x := i.(type) {
			case *ssa.Return:
				for _, v := range x.Results {
					if _, c := v.(*ssa.Const); !c && d.First(i) && !types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
						return true
					}
				}
			case ssa.CallInstruction:
				if s := status(x); d.First(i) && (s == 0 && responds(x) || s >= 200 && s < 300) {
					return true
				}
			}
		}
	}
	return false
}

func (r *Result) works(fn *ssa.Function, d *Duplicate) bool {
	for _, a := range r.Acts(fn) {
		if d.First(a.Site) && a.Class >= effects.Accumulate {
			return true
		}
	}
	for _, op := range r.Claims.Ops(fn) {
		if (op.Kind == claims.Record || op.Kind == claims.Claim || op.Kind == claims.Update) && op != d.Op && d.First(op.Site) {
			return true
		}
	}
	return false
}

func (r *Result) acts(fn *ssa.Function, d *Duplicate) bool {
	for _, x := range r.Effects.In(fn) {
		if d.First(x.Site) && x.Class == effects.External {
			return true
		}
	}
	for _, a := range r.Acts(fn) {
		if !d.First(a.Site) || !a.Adds() {
			continue
		}
		if op := r.OpAt(fn, a); op != nil && op.Kind == claims.Update && op.Table.Name != d.Op.Table.Name {
			return true
		}
	}
	stored := map[ssa.Instruction]bool{}
	for _, op := range r.Claims.Ops(fn) {
		stored[op.Site] = true
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(*ssa.Call)
			if ok && d.First(i) && !stored[i] && (Next(call) || opaque(call)) {
				return true
			}
		}
	}
	return false
}

// opaque: a function value, or a method of an interface of the program's own, that may fail: who knows what it does.
func opaque(call *ssa.Call) bool {
	c := &call.Call
	res := c.Signature().Results()
	if res.Len() == 0 || !types.Identical(res.At(res.Len()-1).Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	if c.IsInvoke() {
		return c.Method.Pkg() != nil && !ir.Std(c.Method.Pkg().Path()) && words.VerbOf(c.Method.Name()) != words.Reading && !slices.Contains(antiCalls, c.Method.Name())
	}
	_, builtin := c.Value.(*ssa.Builtin)
	return c.StaticCallee() == nil && !builtin
}

// antiCalls end a transaction, or say that nothing is wrong.
var antiCalls = []string{"Commit", "Rollback", "Close", "Err", "Scan", "Exec", "QueryRow", "Query"}

var prints = words.Set("hash fingerprint digest checksum sum sha md5 sha256 body payload params")

// fingerprinted: the question itself compares what the request says: its hash is a part of the condition or of the key.
func (r *Result) fingerprinted(op *claims.Op) bool {
	for _, c := range op.Cols {
		if fixed(c) {
			continue
		}
		if slices.ContainsFunc(words.Split(c.Name), func(w string) bool { return prints[w] }) {
			return true
		}
		for _, t := range c.Toks {
			if slices.ContainsFunc(words.Split(r.Claims.NameOf(op.Site.Parent(), t)), func(w string) bool { return prints[w] }) && !words.IsKey(r.Claims.NameOf(op.Site.Parent(), t)) {
				return true
			}
		}
	}
	return false
}
