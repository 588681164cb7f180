package dedup

import (
	"go/constant"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
)

// coded: who comes again is refused with an error of a library's, which carries a code for whoever called over the network.
func (d *Duplicate) coded() bool {
	for _, e := range d.Endings() {
		if !e.Failed {
			continue
		}
		for _, v := range e.Return.Results {
			if mi, ok := v.(*ssa.MakeInterface); ok {
				v = mi.X
			}
			call, ok := v.(*ssa.Call)
			if !ok {
				continue
			}
			if callee := origin.Callee(&call.Call); callee != nil && callee.Pkg() != nil && !ir.Std(callee.Pkg().Path()) && callee.Pkg() != d.fn.Pkg.Pkg && !strings.HasSuffix(callee.Pkg().Path(), "/errors") && library(callee.Pkg().Path(), d.fn.Pkg.Pkg.Path()) {
				return true
			}
		}
	}
	return false
}

// library reports whether a package lies in another repository than the one that asks.
func library(path, from string) bool {
	root := func(p string) string {
		return strings.Join(strings.SplitN(p, "/", 4)[:min(3, strings.Count(p, "/")+1)], "/")
	}
	return root(path) != root(from)
}

// Refusals lists where who comes again is turned away with an error of its own: returns with a fresh error, and answers with a
// status from 400 to 499. ok is false if there is any other way out for it.
func (d *Duplicate) Refusals() (at []ssa.Instruction, ok bool) {
	ok = true
	answered := false
	for _, b := range d.fn.Blocks {
		for _, i := range b.Instrs {
			call, is := i.(ssa.CallInstruction)
			if !is || !d.Again(i) {
				continue
			}
			switch s := status(call); {
			case s == 401 || s == 403 || s == 404: // something else is wrong
			case s >= 400 && s < 500:
				at = append(at, i)
				answered = true
			case s >= 200 && s < 300, s >= 500:
				ok = false // answered, or not told apart from other failures
			}
		}
	}
	for _, e := range d.Endings() {
		switch {
		case e.Failed:
			at = append(at, e.Return)
		case !e.Sure:
		case !answered:
			ok = false
		}
	}
	return at, ok && len(at) > 0
}

// responds: the call is given the thing that answers, or is a method of it.
func responds(call ssa.CallInstruction) bool {
	c := call.Common()
	if c.IsInvoke() && claims.IsResponder(c.Value.Type()) {
		return true
	}
	return slices.ContainsFunc(c.Args, func(a ssa.Value) bool {
		if mi, ok := a.(*ssa.MakeInterface); ok {
			a = mi.X
		}
		if ci, ok := a.(*ssa.ChangeInterface); ok {
			a = ci.X
		}
		return claims.IsResponder(a.Type())
	})
}

// status is the constant HTTP status that a call answers with, 0 if it does not.
func status(call ssa.CallInstruction) int64 {
	answers := responds(call)
	for _, a := range call.Common().Args {
		if mi, ok := a.(*ssa.MakeInterface); ok {
			a = mi.X
		}
		c, ok := a.(*ssa.Const)
		if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
			continue
		}
		if n := c.Int64(); answers && n >= 100 && n < 600 {
			return n
		}
	}
	return 0
}

// Doubtful reports whether a look-up and the insert behind it are checkthenact's business whatever lies between: a store that would
// take a second row of the same key, or may.
func Doubtful(r *Result, side *claims.Side, rec *claims.Op) bool {
	if !side.Check.DedupLike() && !rec.DedupLike() {
		return false
	}
	switch rec.Store {
	case "redis", "memory", "named":
		return false
	case "sql":
		return !rec.Overwrites() && !rec.Conflicts() && !r.Claims.FailureOf(rec).Handled && claims.IndexOf(side.Check, rec) != claims.Unique
	}
	return !r.Claims.FailureOf(rec).Handled
}
