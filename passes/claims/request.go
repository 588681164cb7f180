package claims

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/sqltext"
)

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
	return Table{Where: r.tokens(recv, "", at)}
}

// documents gives what is known of a collection: by its name, or by the field that it is kept in.
func (r *engine) documents(name string, recv ssa.Value) *schema.Table {
	if u, ok := recv.(*ssa.UnOp); ok && name == "" {
		if f, ok := u.X.(*ssa.FieldAddr); ok {
			name = r.schema.Collection(fieldVar(f))
		}
	}
	return r.schema.Named(name)
}

// isRequest: a struct whose fields the catalogue knows.
func (r *engine) isRequest(v ssa.Value) bool {
	if v == nil {
		return false
	}
	st := structOf(v.Type())
	for i := 0; st != nil && i < st.NumFields(); i++ {
		if len(r.cat.Field(pointee(v.Type()), st.Field(i).Name(), catalog.Store)) > 0 {
			return true
		}
	}
	return false
}

func pointee(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func structOf(t types.Type) *types.Struct {
	st, _ := pointee(t).Underlying().(*types.Struct)
	return st
}

// ofRequest reads a request struct whose fields the catalogue names; false if its key is not in view.
func (r *engine) ofRequest(op *Op, req ssa.Value, at ssa.Instruction) bool {
	q := &request{r: r, op: op, at: at, must: op.Kind == Claim}
	root := literalOf(req)
	if op.Store == "dynamodb" || op.Store == "object" {
		op.Table.Where = nil
	}
	if !q.read(pointee(req.Type()), root, req, 0) || q.set || q.must && q.conditional && !q.met {
		return false
	}
	if q.met && op.Kind == Record {
		op.Kind, op.Conflict = Claim, sqltext.Fail
		op.answers("insert")
	}
	return len(op.Cols) > 0
}

type request struct {
	r  *engine
	op *Op
	at ssa.Instruction

	must        bool // it is a claim, or nothing
	conditional bool // it has a field for a condition
	met         bool // and the condition is set
	set         bool // a version is given: compare and set
}

func (q *request) read(t types.Type, root, whole ssa.Value, depth int) bool {
	st := structOf(t)
	if st == nil || depth > 3 {
		return false
	}
	var cols []Col
	var table []string
	met := false
	for i := range st.NumFields() {
		f := st.Field(i).Name()
		for _, e := range q.r.cat.Field(t, f, catalog.Store) {
			val := q.r.fieldStore(root, "."+f)
			switch e.Attr("op") {
			case "table":
				table = q.r.tokens(whole, "."+f, q.at)
			case "key":
				switch {
				case textual(st.Field(i).Type()):
					cols = append(cols, Col{Toks: q.r.tokens(whole, "."+f, q.at)})
				case val != nil:
					cols = append(cols, q.r.entriesOf(val, q.at)...)
				}
			case "condition":
				q.conditional = true
				met = met || val != nil && q.r.says(val, e.Attr("equals"))
			case "version":
				q.set = q.set || val != nil
			case "part":
				for _, v := range structsIn(val) {
					q.read(pointee(v.Type()), literalOf(v), v, depth+1)
				}
			}
		}
	}
	if len(cols) > 0 && (len(q.op.Cols) == 0 || met && !q.met) {
		q.op.Cols = cols
		if len(table) == 1 {
			q.op.Table.Where = table
		}
	}
	q.met = q.met || met
	return len(q.op.Cols) > 0
}

// structsIn lists the structs behind a field: one, or the elements of a list.
func structsIn(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	for _, e := range spread(v) {
		if e != nil && structOf(e.Type()) != nil {
			out = append(out, e)
		}
	}
	return out
}

// literalOf gives the variable that a struct was built in: it is handed over by its address, or read from it.
func literalOf(v ssa.Value) ssa.Value {
	v = unboxed(v)
	if u, ok := v.(*ssa.UnOp); ok {
		if _, isStruct := u.Type().Underlying().(*types.Struct); isStruct {
			return u.X
		}
	}
	root, _ := addrOf(v)
	return root
}

// says reports whether a condition is the one wanted; one that is not known is taken for it.
func (r *engine) says(v ssa.Value, want string) bool {
	if want == "" {
		return true
	}
	if c, ok := v.(*ssa.Call); ok && len(c.Call.Args) == 1 {
		v = c.Call.Args[0] // aws.String("*")
	}
	c, ok := unboxed(v).(*ssa.Const)
	if !ok || c.Value == nil {
		return true
	}
	if c.Value.Kind() == constant.String {
		return strings.EqualFold(constant.StringVal(c.Value), want)
	}
	return c.Value.ExactString() == want
}

// condition reads an option struct: is the field that makes a claim of the call set?
func (r *engine) condition(v ssa.Value) (met, some bool) {
	v = unboxed(v)
	st := structOf(v.Type())
	if st == nil {
		return false, false
	}
	root := literalOf(v)
	for i := range st.NumFields() {
		f := st.Field(i).Name()
		for _, e := range r.cat.Field(pointee(v.Type()), f, catalog.Store) {
			if e.Attr("op") == "condition" {
				some = true
				if val := r.fieldStore(root, "."+f); val != nil && r.says(val, e.Attr("equals")) {
					met = true
				}
			}
		}
	}
	return met, some
}

func constInt(obj types.Object) int {
	c, ok := obj.(*types.Const)
	if !ok || c.Val().Kind() != constant.Int {
		return 0
	}
	n, _ := constant.Int64Val(c.Val())
	return int(n)
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
