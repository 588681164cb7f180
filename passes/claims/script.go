package claims

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/luatext"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/sqltext"
)

// scriptCall reads a call that runs a script: the text is an argument, or lies in the script value that the method belongs to.
func (r *engine) scriptCall(op *Op, e *catalog.Entry, recv ssa.Value, args []ssa.Value) *Op {
	at := func(name string) []ssa.Value {
		if i := attrInt(e, name); i >= 0 && i < len(args) {
			return spread(args[i])
		}
		return nil
	}
	text, given := "", -1
	if e.Arg >= 0 && e.Arg < len(args) {
		text = r.text(args[e.Arg], 0)
	} else if made, sub := r.madeBy(recv, 0); made != nil {
		in := made.Call.Args
		text = r.text(in[sub.Arg], 0)
		if i := attrInt(sub, "keys"); i >= 0 && i < len(in) {
			given, _ = intOf(in[i])
		}
	}
	if text == "" {
		return nil
	}
	keys, rest := at("keys"), at("value")
	if given >= 0 { // keys and arguments come in one list, and the script knows how many of them are keys
		return r.ofScript(op, text, nil, rest, given, true)
	}
	return r.ofScript(op, text, keys, rest, 0, false)
}

// ofScript makes a claim of a script that is one. The first n of rest are keys as well.
func (r *engine) ofScript(op *Op, text string, keys, rest []ssa.Value, n int, raw bool) *Op {
	s, ok := luatext.Claim(text)
	if !ok || n > len(rest) {
		return nil
	}
	keys, rest = append(keys[:len(keys):len(keys)], rest[:n]...), rest[n:]
	var toks []string
	for _, ref := range []luatext.Ref{s.Key, s.Member} {
		list := keys
		if ref.Of == "ARGV" {
			list = rest
		}
		if ref.Of == "" {
			continue
		}
		if ref.N > len(list) || list[ref.N-1] == nil {
			return nil
		}
		toks = append(toks, r.tokens(list[ref.N-1], "", op.Site)...)
	}
	op.Kind, op.Cols = Claim, []Col{{Toks: toks}}
	call := op.Site.(ssa.CallInstruction)
	byError := !raw && (s.Won.Kind == luatext.Nil) != (s.Lost.Kind == luatext.Nil) || s.Lost.Kind == luatext.Error
	if !answerRead(call) && (!byError || !errorRead(call)) {
		op.Kind, op.Conflict = Record, sqltext.DoNothing
		op.answers("write")
		return op
	}
	op.replies(s.Won, s.Lost, raw)
	return op
}

// madeBy finds the call that made a script value, which mostly is a package variable or a field.
func (r *engine) madeBy(v ssa.Value, depth int) (*ssa.Call, *catalog.Entry) {
	if depth > 4 {
		return nil, nil
	}
	switch x := v.(type) {
	case *ssa.Call:
		if callee := origin.Callee(&x.Call); callee != nil {
			for _, e := range r.cat.Func(callee, catalog.Store) {
				if e.Attr("op") == "text" && e.Arg >= 0 && e.Arg < len(x.Call.Args) {
					return x, e
				}
			}
		}
	case *ssa.UnOp:
		switch a := x.X.(type) {
		case *ssa.Global:
			if vals := r.globals[a]; len(vals) == 1 {
				return r.madeBy(vals[0], depth+1)
			}
		case *ssa.Alloc:
			if val := onlyStore(a); val != nil {
				return r.madeBy(val, depth+1)
			}
		case *ssa.FieldAddr:
			if f := fieldVar(a); f != nil {
				return r.madeBy(r.scripts()[f], depth+1)
			}
		}
	}
	return nil, nil
}

func fieldVar(a *ssa.FieldAddr) *types.Var {
	p, ok := a.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	if st, ok := p.Elem().Underlying().(*types.Struct); ok && a.Field < st.NumFields() {
		return st.Field(a.Field)
	}
	return nil
}

// scripts lists the fields that one script is kept in, once one is asked for.
func (r *engine) scripts() map[*types.Var]ssa.Value {
	if r.scriptIn != nil {
		return r.scriptIn
	}
	r.scriptIn = map[*types.Var]ssa.Value{}
	twice := map[*types.Var]bool{}
	for _, fn := range r.prog.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				fa, ok := st.Addr.(*ssa.FieldAddr)
				if !ok {
					continue
				}
				if made, _ := r.madeBy(st.Val, 2); made != nil {
					f := fieldVar(fa)
					twice[f] = r.scriptIn[f] != nil
					r.scriptIn[f] = st.Val
				}
			}
		}
	}
	for f, many := range twice {
		if many {
			delete(r.scriptIn, f)
		}
	}
	return r.scriptIn
}

func intOf(v ssa.Value) (int, bool) {
	c, ok := unboxed(v).(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return int(c.Int64()), true
}
