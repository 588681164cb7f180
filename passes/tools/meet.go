package tools

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// meet is a place where a description and a handler come together.
type meet struct {
	fn      *ssa.Function
	at      ssa.Instruction
	pos     token.Pos
	handler ssa.Value
	def     []ssa.Value // what the description is made of
	name    ssa.Value
	said    *Forwards // what the function that puts the tool together adds
	methods []*ssa.Function
	// alone: there is no description, the handler's shape alone says what it is.
	alone bool
}

// meets lists them, in the order of instructions.
func (e *engine) meets() []*meet {
	var out []*meet
	for _, fn := range e.prog.Funcs {
		if e.orig.IsTest(fn.Pos()) {
			continue
		}
		grouped := map[ssa.Value]bool{}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case ssa.CallInstruction:
					out = append(out, e.call(fn, i)...)
				case *ssa.Store:
					if m := e.literal(fn, i, grouped); m != nil {
						out = append(out, m)
					}
				case *ssa.Return:
					if m := e.pair(fn, i); m != nil {
						out = append(out, m)
					}
				}
			}
		}
	}
	return append(out, e.implemented()...)
}

// call handles a call that is given a handler: by the catalogue, by what is known of the callee, or beside a description.
func (e *engine) call(fn *ssa.Function, call ssa.CallInstruction) []*meet {
	c := call.Common()
	args := origin.Args(c)
	obj := origin.Callee(c)
	one := func(handler ssa.Value, name int, said *Forwards) *meet {
		m := &meet{fn: fn, at: call, pos: call.Pos(), handler: handler, said: said}
		for i, a := range args {
			switch {
			case a == handler || isFunc(a.Type()) || isContext(a.Type()) || i == 0 && obj != nil && isMethod(obj):
			case i == name:
				m.name = a
			default:
				m.def = append(m.def, a)
			}
		}
		return m
	}
	if obj != nil {
		off := 0
		if isMethod(obj) {
			off = 1
		}
		for _, entry := range e.cat.Func(obj, catalog.ToolEntry) {
			h := number(entry.Attr("handler"))
			if h < 0 || entry.Attr("is") == "handler" || h+off >= len(args) {
				continue
			}
			name := number(entry.Attr("name"))
			if name >= 0 {
				name += off
			}
			return []*meet{one(args[h+off], name, nil)}
		}
		if e.made(obj) != nil {
			return nil
		}
	}
	if f := e.forwardsOf(call, obj); f != nil {
		var out []*meet
		for _, h := range f.Handlers {
			if h < len(args) {
				out = append(out, one(args[h], f.Name, f))
			}
		}
		return out
	}
	described := slices.ContainsFunc(args, func(a ssa.Value) bool { return e.isTool(a.Type()) })
	if !described {
		return nil
	}
	var out []*meet
	for _, a := range args {
		if handles(a.Type()) {
			out = append(out, one(a, -1, nil))
		}
	}
	return out
}

// forwardsOf gives what is known of the function that a call goes to, a literal included.
func (e *engine) forwardsOf(call ssa.CallInstruction, obj *types.Func) *Forwards {
	c := call.Common()
	if fn := c.StaticCallee(); fn != nil {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		if f := e.forwards[fn]; f != nil {
			return f
		}
	} else if !c.IsInvoke() && len(e.forwards) > 0 {
		if _, builtin := c.Value.(*ssa.Builtin); !builtin && slices.ContainsFunc(c.Args, func(a ssa.Value) bool { return isFunc(a.Type()) }) {
			for _, t := range e.resolve(c.Value) {
				if f := e.forwards[t.fn]; t.fn != nil && f != nil {
					return f
				}
			}
		}
	}
	return e.imported(obj)
}

// literal handles a struct that is filled with a handler: one that has a description beside it, or a field that handlers are called from.
func (e *engine) literal(fn *ssa.Function, st *ssa.Store, grouped map[ssa.Value]bool) *meet {
	addr, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || !isFunc(st.Val.Type()) || isNil(st.Val) {
		return nil
	}
	f := fieldOf(addr.X.Type(), addr.Field)
	if f == nil || !e.isSlot(f) && !e.besideTool(addr.X.Type(), f) {
		return nil
	}
	m := &meet{fn: fn, at: st, pos: addr.X.Pos(), handler: st.Val}
	if !m.pos.IsValid() {
		m.pos = st.Pos()
	}
	for _, ref := range *addr.X.Referrers() {
		other, ok := ref.(*ssa.FieldAddr)
		if !ok || other == addr {
			continue
		}
		for _, to := range *other.Referrers() {
			if to, ok := to.(*ssa.Store); ok && to.Addr == other && !isFunc(to.Val.Type()) {
				if namesTool(fieldOf(other.X.Type(), other.Field).Name()) && isText(to.Val.Type()) {
					m.name = to.Val
				} else {
					m.def = append(m.def, to.Val)
				}
			}
		}
	}
	return m
}

// besideTool: the struct has a field for the description.
func (e *engine) besideTool(t types.Type, f *types.Var) bool {
	st := structOf(t)
	if st == nil || !handles(f.Type()) {
		return false
	}
	for i := range st.NumFields() {
		if e.isTool(st.Field(i).Type()) {
			return true
		}
	}
	return false
}

// pair handles a function that gives back a description and a handler.
func (e *engine) pair(fn *ssa.Function, ret *ssa.Return) *meet {
	m := &meet{fn: fn, at: ret, pos: ret.Pos()}
	for _, v := range ret.Results {
		switch {
		case e.isTool(v.Type()):
			m.def = append(m.def, v)
		case handles(v.Type()) && !isNil(v) && m.handler == nil:
			m.handler = v
		}
	}
	if m.handler == nil || len(m.def) == 0 {
		return nil
	}
	if c, ok := m.def[0].(*ssa.Const); ok && c.Value == nil {
		return nil
	}
	return m
}

// isTool reports whether a type describes a tool: one of a library's or of the code base's own making, or a pointer to it.
func (e *engine) isTool(t types.Type) bool {
	return len(e.cat.Field(t, "Name", catalog.ToolEntry)) > 0 || ownTool(t)
}

// handles reports whether a type can be a handler's: a function that takes a context first and something besides, or makes one.
func handles(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return false
	}
	if r := sig.Results(); r.Len() == 1 && isFunc(r.At(0).Type()) {
		return handles(r.At(0).Type())
	}
	return sig.Params().Len() >= 2 && namedContext(sig.Params().At(0).Type())
}

func namesTool(field string) bool {
	switch field {
	case "Name", "name", "ToolName", "toolName":
		return true
	}
	return false
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}
