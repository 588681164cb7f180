package attempts

import (
	"golang.org/x/tools/go/ssa"
)

const (
	// maxHelper bounds the helpers that are looked into: predicates and wrappers of errors are small.
	maxHelper = 60
	// maxHelperDepth bounds helpers that call helpers.
	maxHelperDepth = 2
)

type summaryKey struct {
	fn   *ssa.Function
	args string
	deny class
}

// summary tells what a function of this package returns when its arguments are as given and failures of the denied classes did not happen.
// ok is false when the function cannot be looked into.
func (p *pkgInfo) summary(fn *ssa.Function, args []abs, deny class, depth int) ([]abs, bool) {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if depth >= maxHelperDepth || len(fn.Blocks) == 0 || len(fn.Blocks) > maxHelper || len(args) != len(fn.Params) || !p.ir.Has(fn) {
		return nil, false
	}
	key := summaryKey{fn: fn, deny: deny}
	packed := make([]byte, len(args))
	for i, a := range args {
		packed[i] = byte(a)
	}
	key.args = string(packed)
	if res, ok := p.summaries[key]; ok {
		return res, res != nil
	}
	p.summaries[key] = nil // recursion: nothing is known
	r := p.whole(fn)
	w := &walk{p: p, r: r, t: r.tracking(), params: map[ssa.Value]abs{}, deny: deny, depth: depth + 1}
	for i, a := range args {
		if a != unknown {
			w.params[fn.Params[i]] = a
		}
	}
	var res []abs
	w.onRet = func(ret *ssa.Return, e env) {
		for i, v := range ret.Results {
			a := w.eval(v, e, 0)
			switch {
			case i >= len(res):
				res = append(res, a)
			case res[i] != a:
				res[i] = unknown
			}
		}
	}
	w.entry()
	if w.cut {
		res = nil
	}
	p.summaries[key] = res
	return res, res != nil
}
