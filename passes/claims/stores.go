package claims

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/sqltext"
)

// ofStore reads an operation from a line of the catalogue. args do not hold the receiver.
func (r *engine) ofStore(call ssa.CallInstruction, e *catalog.Entry, recv ssa.Value, args []ssa.Value) *Op {
	what := e.Attr("op")
	op := &Op{Store: e.Attr("store"), Site: call, Name: e.Sym.Name}
	switch what {
	case "first", "find", "count", "exists", "get", "item":
		op.Kind = Check
	case "insert", "upsert", "put":
		op.Kind = Record
	case "set":
		op.Kind = Update
	case "delete":
		op.Kind = Delete
	case "claim":
		op.Kind = Claim
		how := e.Attr("answer")
		switch {
		case how == "error" || how == "" && onlyError(call):
			what = "write" // who loses gets an error
		case how != "":
			what = how
		}
		if !answerRead(call) && what != "write" {
			op.Kind, op.Conflict = Record, sqltext.DoNothing
		}
	case "racy":
		op.Kind, op.Racy = Check, true
		what = "find"
	default:
		return nil
	}
	if what == "upsert" || what == "put" {
		op.Conflict = sqltext.DoUpdate
	}
	op.answers(what)
	arg := func(i int) ssa.Value {
		if i >= 0 && i < len(args) {
			return args[i]
		}
		return nil
	}
	subject := arg(e.Arg)
	if op.Store == "" {
		op.Store = "sql"
		return r.ofBuilder(op, call, e, recv, args)
	}
	if e.Arg >= 0 && subject == nil {
		return nil
	}
	switch op.Store {
	case "redis":
		if text, ok := commandOf(subject); ok && e.Attr("op") == "get" && e.Arg == 0 {
			return r.ofCommand(op, text, args)
		}
		op.Cols = []Col{{Toks: r.list(subject, call)}}
		if v := arg(attrInt(e, "value")); v != nil {
			op.Cols[0].Toks = append(op.Cols[0].Toks, r.list(v, call)...)
		} else if v := arg(e.Arg + 1); v != nil && what == "put" {
			op.Value = r.tokens(v, "", call)
		}
	case "memory", "kv":
		op.Table.Where = r.tokens(recv, "", call)
		op.Cols = []Col{{Toks: r.tokens(subject, "", call)}}
	case "firestore":
		op.Cols = []Col{{Toks: r.tokens(recv, "", call)}}
	case "mongo":
		op.Table = r.collection(recv, call)
		op.Cols = r.entriesOf(subject, call)
	case "dynamodb":
		if !r.ofRequest(op, subject, call) {
			return nil
		}
	default:
		return nil
	}
	return op
}

// onlyError: a claim that can answer by its error alone, as a directive may say of any function, does so.
func onlyError(call ssa.CallInstruction) bool {
	res := call.Common().Signature().Results()
	return res.Len() == 1 && isError(res.At(0).Type())
}

func attrInt(e *catalog.Entry, name string) int {
	if v := e.Attr(name); v != "" {
		return atoi(v)
	}
	return -1
}

// list identifies a value, or the values of a variadic argument.
func (r *engine) list(v ssa.Value, at ssa.Instruction) []string {
	var out []string
	for _, e := range spread(v) {
		if e != nil {
			out = append(out, r.tokens(e, "", at)...)
		}
	}
	return out
}

func commandOf(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return strings.ToUpper(constant.StringVal(c.Value)), true
}

// collection identifies a Mongo collection: by its name where that is constant, else by where the value comes from.
func (r *engine) collection(recv ssa.Value, at ssa.Instruction) Table {
	if c, ok := recv.(*ssa.Call); ok {
		if callee := origin.Callee(c.Common()); callee != nil {
			if e := r.cat.One(callee, catalog.Store); e != nil && e.Attr("op") == "collection" && e.Arg+1 < len(c.Call.Args) {
				if t := r.tokens(c.Call.Args[e.Arg+1], "", at); len(t) == 1 && t[0][0] == '=' {
					return Table{Name: t[0][1:]}
				}
			}
		}
	}
	where := r.tokens(recv, "", at)
	t := Table{Where: where}
	return t
}

// ofRequest reads a request struct whose fields the catalogue names.
func (r *engine) ofRequest(op *Op, req ssa.Value, at ssa.Instruction) bool {
	p, ok := req.Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	st, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	root, _ := addrOf(req)
	for i := range st.NumFields() {
		f := st.Field(i).Name()
		for _, e := range r.cat.Field(p.Elem(), f, catalog.Store) {
			val := r.fieldStore(root, "."+f)
			switch e.Attr("op") {
			case "table":
				if t := r.tokens(req, "."+f, at); len(t) == 1 {
					op.Table.Where = t
				}
			case "key":
				if val == nil {
					return false
				}
				op.Cols = r.entriesOf(val, at)
			case "condition":
				if val != nil {
					op.Kind, op.Conflict = Claim, sqltext.Fail
				}
			}
		}
	}
	return len(op.Cols) > 0
}

// fieldStore gives the value stored into a field of a local struct.
func (r *engine) fieldStore(root ssa.Value, path string) ssa.Value {
	a, ok := root.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, s := range r.stores(a.Parent())[a] {
		if s.path == path {
			return s.instr.Val
		}
	}
	return nil
}

// entriesOf reads names and values of a map literal, a list of key-value pairs (bson.D) or a struct with named columns.
func (r *engine) entriesOf(v ssa.Value, at ssa.Instruction) []Col {
	for range 6 {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
			continue
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.UnOp:
			if a, ok := x.X.(*ssa.Alloc); ok {
				if val := onlyStore(a); val != nil {
					v = val
					continue
				}
			}
		}
		break
	}
	var out []Col
	switch x := v.(type) {
	case *ssa.MakeMap:
		if x.Referrers() == nil {
			return nil
		}
		for _, ref := range *x.Referrers() {
			if u, ok := ref.(*ssa.MapUpdate); ok && u.Map == x {
				name := ""
				if c, ok := u.Key.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
					name = constant.StringVal(c.Value)
				}
				out = append(out, Col{name, r.tokens(u.Value, "", u)})
			}
		}
		return out
	case *ssa.Slice:
		for _, e := range spread(x) {
			if name, val := r.keyValue(e); val != nil {
				out = append(out, Col{name, r.tokens(val, "", at)})
			}
		}
		return out
	}
	return r.columnsOf(v, at)
}

// keyValue reads an element of a list of pairs: a struct literal whose first field is a constant name.
func (r *engine) keyValue(e ssa.Value) (name string, val ssa.Value) {
	u, ok := e.(*ssa.UnOp)
	if !ok {
		return "", nil
	}
	a, ok := u.X.(*ssa.Alloc)
	if !ok {
		return "", nil
	}
	for _, s := range r.stores(a.Parent())[a] {
		if c, ok := s.instr.Val.(*ssa.Const); ok && name == "" && c.Value != nil && c.Value.Kind() == constant.String {
			name = constant.StringVal(c.Value)
		} else {
			val = s.instr.Val
		}
	}
	return name, val
}

// columnsOf reads the columns of a row given as a struct.
func (r *engine) columnsOf(v ssa.Value, at ssa.Instruction) []Col {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	if _, list := v.Type().Underlying().(*types.Slice); list {
		return nil
	}
	m := r.modelOf(v.Type())
	if m == nil {
		return nil
	}
	var out []Col
	for _, f := range m.Fields {
		toks := r.tokens(v, f.Path, at)
		out = append(out, Col{f.Column, toks})
	}
	return out
}
