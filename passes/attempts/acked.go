package attempts

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/trace"
)

// acknowledged finds consumers by their acknowledgements, where the messages were pulled elsewhere: a worker's loop over a channel of the
// program's own, a loop over batches that a helper fetches, a function that is given a message. What is not acknowledged comes again.
func (p *pkgInfo) acknowledged() {
	for _, fn := range p.ir.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				callee := calleeOf(call.Common())
				if callee == nil || callee.Pkg() == nil || !p.cat.HasPackage(callee.Pkg().Path()) {
					continue
				}
				ack := p.cat.One(callee, catalog.ConsumerAck)
				if ack == nil || ack.Attr("kind") == "reject" || ack.Attr("tx") != "" {
					continue
				}
				if e := p.platformOf(ack); e != nil {
					p.acked(fn, call, e)
				}
			}
		}
	}
}

// platformOf finds what the catalogue says of the consumers of an acknowledgement's library.
func (p *pkgInfo) platformOf(ack *catalog.Entry) *catalog.Entry {
	var near *catalog.Entry
	for _, e := range p.consumers() {
		switch {
		case e.Attr("platform") == "" || e.Attr("acks") == "return":
		case e.Sym.Pkg == ack.Sym.Pkg:
			return e
		case near == nil && (strings.HasPrefix(e.Sym.Pkg, ack.Sym.Pkg+"/") || strings.HasPrefix(ack.Sym.Pkg, e.Sym.Pkg+"/") || strings.Replace(ack.Sym.Pkg, "/internal", "", 1) == e.Sym.Pkg):
			near = e
		}
	}
	return near
}

func (p *pkgInfo) acked(fn *ssa.Function, call ssa.CallInstruction, e *catalog.Entry) {
	for _, r := range p.loops[fn] {
		if r.has(call.Block()) {
			p.pullLoop(r, call, e)
			return
		}
	}
	for _, arg := range argsOf(call.Common()) {
		if fromParam(arg, 0) {
			p.entry(fn, nil, e, trace.Proved)
			return
		}
	}
}

// argsOf lists the receiver and the arguments of a call, those of a variadic list one by one.
func argsOf(c *ssa.CallCommon) []ssa.Value {
	var out []ssa.Value
	if c.IsInvoke() {
		out = append(out, c.Value)
	}
	for _, a := range c.Args {
		out = append(out, spread(a)...)
	}
	return out
}

// fromParam reports whether a value is a message that the function was given: a parameter that is no receiver, or a part of one.
func fromParam(v ssa.Value, depth int) bool {
	if depth > 8 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		fn := x.Parent()
		return fn.Signature.Recv() == nil || x != fn.Params[0]
	case *ssa.UnOp:
		return fromParam(x.X, depth+1)
	case *ssa.FieldAddr:
		return fromParam(x.X, depth+1)
	case *ssa.Field:
		return fromParam(x.X, depth+1)
	case *ssa.Alloc:
		for _, st := range storesTo(x) {
			if _, ok := st.Val.(*ssa.Parameter); ok && fromParam(st.Val, depth+1) {
				return true
			}
		}
	}
	return false
}
