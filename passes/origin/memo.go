package origin

import (
	"math"

	"golang.org/x/tools/go/ssa"
)

// memo computes a set once. Functions that call each other make this delicate: what is computed while an outer computation is under
// way, and runs into it, lacks the outer one's part. Such a set serves the query at hand, so that a query stays linear, and is
// forgotten with it, so that the answer to the next does not depend on who asked first.
func (r *engine) memo(key resKey, compute func(*walker)) *Set {
	if s, ok := r.results[key]; ok {
		return s
	}
	if s, ok := r.temp[key]; ok {
		return s
	}
	if depth, ok := r.busy[key]; ok {
		r.cut = min(r.cut, depth)
		return &Set{} // what a function adds to itself is nothing new
	}
	depth := len(r.busy)
	r.busy[key] = depth
	outer := r.cut
	r.cut = math.MaxInt
	steps := 0
	w := &walker{r: r, set: &Set{}, seen: map[visit]bool{}, steps: &steps}
	compute(w)
	delete(r.busy, key)
	if r.cut < depth {
		r.temp[key] = w.set
		r.cut = min(r.cut, outer)
	} else {
		r.results[key] = w.set
		r.cut = outer
	}
	return w.set
}

// begin starts a query: nothing is under way and nothing half done is remembered.
func (r *engine) begin() {
	r.busy = map[resKey]int{}
	r.temp = map[resKey]*Set{}
	r.cut = math.MaxInt
	r.query = 0
}

// resultSet gives the provenance of part p of a result of a function of this package, in the function's own terms.
func (r *engine) resultSet(fn *ssa.Function, idx int, p path) *Set {
	return r.memo(resKey{fn: fn, idx: idx, p: p.key()}, func(w *walker) {
		var rets []*ssa.Return
		for _, ret := range returns(fn) {
			if idx < len(ret.Results) && !isZero(ret.Results[idx]) {
				rets = append(rets, ret)
			}
		}
		for _, ret := range rets {
			if len(rets) > 1 {
				w.fork()
			}
			w.value(ret.Results[idx], p, ret, nil)
		}
	})
}
