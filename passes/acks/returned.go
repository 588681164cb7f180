package acks

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/trace"
)

// returned judges handlers whose result acknowledges: no error, and the platform takes the work for done.
func (e *engine) returned() {
	for _, s := range e.att.Entries() {
		if s.Blocks != nil || s.Fn == nil || e.orig.IsTest(s.Fn.Pos()) || sweeps(s.Fn) || s.Entry != "webhook" && (s.Acks != "return" || !fails(s.Fn.Signature)) {
			continue
		}
		e.handler(s)
	}
	for _, reg := range e.att.Registrations() {
		if reg.Acks != "return" || reg.Kind != attempts.Redelivery {
			continue
		}
		f := e.imported(reg.Handler)
		if f == nil || len(f.Unheard) == 0 {
			continue
		}
		call, ok := reg.At.(ssa.CallInstruction)
		if !ok {
			continue
		}
		e.lose(&Loss{Way: Returned, At: call, Name: reg.Handler.Name(), Work: &dedup.Act{Site: call, What: f.Unheard[0]}, Evidence: reg.Evidence})
	}
}

// sweeps: a handler that does not look at what it is handed does a round over open work, and the next round does it again.
func sweeps(fn *ssa.Function) bool {
	handed := 0
	for i, p := range fn.Params {
		if i == 0 && fn.Signature.Recv() != nil || types.TypeString(p.Type(), nil) == "context.Context" {
			continue
		}
		if handed++; p.Referrers() != nil && len(*p.Referrers()) > 0 {
			return false
		}
	}
	return handed > 0
}

func fails(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type())
}

func (e *engine) handler(s *attempts.Scope) {
	var works []*dedup.Act
	for _, w := range e.worksOf(s.Fn) {
		if !slices.ContainsFunc(e.losses, func(l *Loss) bool { return l.Work.Site == w.Site }) {
			works = append(works, w)
		}
	}
	var heard []*dedup.Act
	for _, w := range works {
		if !e.unheard(s.Fn, w) {
			heard = append(heard, w)
		}
	}
	for _, w := range works {
		if _, async := w.Site.(*ssa.Go); async {
			if at := e.end(s.Fn, w); at != nil && !e.minor(w, heard) {
				e.lose(&Loss{Way: Handed, At: at, Name: "the handler", Work: w, Evidence: s.Evidence.And(w.Evidence)})
				return
			}
			continue
		}
		if !e.unheard(s.Fn, w) || e.minor(w, heard) {
			continue
		}
		if at := e.end(s.Fn, w); at != nil {
			e.lose(&Loss{Way: Returned, At: at, Name: "the handler", Work: w, Evidence: s.Evidence.And(w.Evidence)})
			return
		}
	}
}

// end finds the return that tells the platform that the work is done: the one that the failure leads to, or the first behind the work
// that returns no error.
func (e *engine) end(fn *ssa.Function, w *dedup.Act) ssa.Instruction {
	var ends []*ssa.Return
	if fate := e.d.Claims.FateOf(w.Site, w.Op); fate != nil && !e.silentCallee(w) {
		ends = fate.Ends()
	} else {
		for _, b := range fn.Blocks {
			if n := len(b.Instrs); n > 0 {
				if ret, ok := b.Instrs[n-1].(*ssa.Return); ok && (e.d.InTurn(w.Site, ret) || reaches(w.Site.Block(), b)) {
					if e.waits(w.Site, ret) {
						return nil
					}
					ends = append(ends, ret)
				}
			}
		}
	}
	var first ssa.Instruction
	for _, ret := range ends {
		if len(ret.Results) == 0 {
			return ret
		}
		last := ret.Results[len(ret.Results)-1]
		if c, ok := last.(*ssa.Const); ok && c.IsNil() {
			return ret
		}
		if first == nil {
			first = ret
		}
	}
	if first == nil || !first.Pos().IsValid() {
		return nil
	}
	return first
}

// kept judges a claim that outlives the failure of the work it was made for.
func (e *engine) kept(fn *ssa.Function) {
	for _, u := range e.d.Uses(fn) {
		if !u.FirstWins() || u.Lock || !u.Decides() || !u.Recognises() || u.State != nil && u.State.InProgress() || len(e.d.Releases(u)) > 0 {
			continue
		}
		again, ok := e.ofMessage(fn, u)
		if !ok {
			continue
		}
		for _, w := range e.worksOf(fn) {
			if w.Site == u.Site || !e.d.InTurn(u.Op.Site, w.Site) || !u.Won(w.Site) || e.together(fn, u, w) {
				continue
			}
			fate := e.d.Claims.FateOf(w.Site, w.Op)
			if fate == nil || !fate.Tells() || e.caredFor(fn, fate) {
				continue
			}
			e.lose(&Loss{Way: Kept, At: u.Op.Site, Name: u.Name, Use: u, Work: w, Evidence: u.Op.Evidence.And(w.Evidence).And(again)})
			break
		}
	}
}

// together: the claim is undone with the work, since both are parts of one transaction.
func (e *engine) together(fn *ssa.Function, u *dedup.Use, w *dedup.Act) bool {
	if u.Store != "sql" {
		return false
	}
	scope, tx := e.d.Claims.CommitOf(fn, u.Op)
	switch scope {
	case unseen:
		return true
	case within:
		return e.d.Txn.Open(fn, tx, w.Site)
	}
	return e.d.Txn.Joint(fn)
}

// ofMessage: the claim is about a message or event that somebody delivers again when it could not be handled. Where no delivery is in
// view, only its name says so.
func (e *engine) ofMessage(fn *ssa.Function, u *dedup.Use) (trace.Evidence, bool) {
	for _, s := range e.att.Entries() {
		if s.Fn == fn && s.Blocks == nil || s.Contains(u.Op.Site) {
			return s.Evidence, true
		}
	}
	if e.d.Redelivered(e.att, fn) {
		return trace.Proved, true
	}
	for _, c := range u.Cols {
		if delivered(c.Name) {
			return trace.Likely, true
		}
		for _, t := range c.Toks {
			if delivered(e.d.Claims.NameOf(fn, t)) || t[0] == '=' && delivered(t[1:]) {
				return trace.Likely, true
			}
		}
	}
	return trace.Likely, false
}
