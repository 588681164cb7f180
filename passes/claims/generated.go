package claims

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/sqltext"
)

// Code that ent generates lies in the user's module, so no line of the catalogue can name it. It is known by its shape: a package
// that imports ent and declares Client and IsNotFound, with a type T for each table and beside it TQuery, TCreate, TUpdate and so
// on. Names of columns are names of setters (SetOrderID) and of functions in the table's own package (order.ID, order.StateEQ).

const generator = "entgo.io/ent"

// generated reports whether a package is one that ent has generated.
func (r *engine) generated(pkg *types.Package) bool {
	if pkg == nil {
		return false
	}
	if v, ok := r.made[pkg]; ok {
		return v
	}
	_, client := pkg.Scope().Lookup("Client").(*types.TypeName)
	_, asks := pkg.Scope().Lookup("IsNotFound").(*types.Func)
	v := false
	if client && asks {
		for _, imp := range pkg.Imports() {
			v = v || imp.Path() == generator || strings.HasPrefix(imp.Path(), generator+"/")
		}
	}
	r.made[pkg] = v
	return v
}

// predicate says which kind of error a generated predicate knows: tagAbsent, tagTaken, or "" for all other functions.
func (r *engine) predicate(callee *types.Func) string {
	sort := map[string]string{"IsNotFound": tagAbsent, "IsConstraintError": tagTaken}[callee.Name()]
	if sort == "" || hasRecv(callee) || !r.generated(callee.Pkg()) {
		return ""
	}
	return sort
}

// builderOf cuts the name of a generated builder into the table's type and what it builds.
func (r *engine) builderOf(callee *types.Func) (entity *types.TypeName, role string) {
	if callee == nil || !hasRecv(callee) || !r.generated(callee.Pkg()) {
		return nil, ""
	}
	t := callee.Type().(*types.Signature).Recv().Type()
	n, ok := types.Unalias(pointee(t)).(*types.Named)
	if !ok {
		return nil, ""
	}
	for _, role := range []string{"UpsertOne", "UpdateOne", "Create", "Update", "Query", "Client"} {
		if name, ok := strings.CutSuffix(n.Obj().Name(), role); ok && name != "" {
			if e, ok := callee.Pkg().Scope().Lookup(name).(*types.TypeName); ok {
				return e, role
			}
		}
	}
	return nil, ""
}

// ofGenerated reads the last call of a generated builder.
func (r *engine) ofGenerated(call ssa.CallInstruction, callee *types.Func) *Op {
	entity, role := r.builderOf(callee)
	if entity == nil {
		return nil
	}
	name := strings.TrimSuffix(callee.Name(), "X")
	op := &Op{Store: "sql", Site: call, Name: name}
	op.Table = Table{Name: tableName(entity.Name()), Type: entity.Pkg().Path() + "." + entity.Name()}
	how := "insert"
	switch role + "." + name {
	case "Query.First", "Query.Only", "Query.FirstID", "Query.OnlyID", "Client.Get":
		op.Kind, how = Check, "first"
	case "Query.Exist":
		op.Kind, how = Check, "exists"
	case "Query.Count":
		op.Kind, how = Check, "count"
	case "Query.All", "Query.IDs":
		op.Kind, how = Check, "find"
	case "Create.Save", "Create.Exec", "UpsertOne.Exec", "UpsertOne.ID":
		op.Kind = Record
	case "Update.Save", "UpdateOne.Save", "UpdateOne.Exec":
		op.Kind = Update
	default:
		return nil
	}
	op.answers(how)
	c := &generatedChain{r: r, op: op, entity: entity, call: call}
	if role == "Client" {
		op.Cols = []Col{{"id", r.tokens(call.Common().Args[len(call.Common().Args)-1], "", call)}}
	} else {
		c.back(receiver(call.Common()))
	}
	op.Handle = Handle{Toks: r.handleToks(call)}
	r.choose(op)
	switch {
	case op.Kind == Record && op.Conflict == sqltext.DoNothing && errorRead(call):
		// Nothing is inserted, so no row comes back, which is an error.
		op.Kind = Claim
		op.answers("first")
	case op.Kind == Update && role == "Update" && answerRead(call):
		op.compareAndSet("claim")
	case op.Kind == Update && role == "UpdateOne" && errorRead(call):
		op.compareAndSet("first")
	}
	if op.Kind == Check && len(op.Cols) == 0 {
		return nil
	}
	return op
}

type generatedChain struct {
	r      *engine
	op     *Op
	entity *types.TypeName
	call   ssa.CallInstruction
}

func (c *generatedChain) back(v ssa.Value) {
	for range maxChain {
		x, ok := v.(*ssa.Call)
		if !ok || len(x.Call.Args) == 0 {
			return
		}
		callee := origin.Callee(&x.Call)
		if callee == nil || !c.r.generated(callee.Pkg()) {
			return
		}
		name, args := callee.Name(), x.Call.Args[1:]
		switch {
		case name == "Where":
			for _, p := range spread(args[0]) {
				c.condition(p, x)
			}
		case name == "DoNothing":
			c.op.Conflict = sqltext.DoNothing
		case strings.HasPrefix(name, "OnConflict") || name == "UpdateNewValues" || name == "Ignore" || name == "Update":
			if c.op.Conflict == sqltext.Fail {
				c.op.Conflict = sqltext.DoUpdate
			}
			for _, a := range args {
				for _, o := range spread(a) {
					if o != nil {
						(&chain{r: c.r, op: c.op}).conflict(o)
					}
				}
			}
		case name == "ForUpdate" || name == "ForShare":
			c.op.Locks = true
		case strings.HasSuffix(name, "OneID") && len(args) == 1:
			c.column("id", args[0], x)
		case strings.HasPrefix(name, "Set") && len(args) == 1:
			c.sets(snake(strings.TrimPrefix(strings.TrimPrefix(name, "Set"), "Nillable")), args[0], x)
		}
		v = x.Call.Args[0]
	}
}

func (c *generatedChain) sets(col string, val ssa.Value, at ssa.Instruction) {
	toks := c.r.tokens(val, "", at)
	if c.op.Kind == Update {
		c.op.Sets = append(c.op.Sets, Set{Name: col, Toks: toks})
		return
	}
	c.op.Cols = append(c.op.Cols, Col{col, toks})
	c.r.stateIn(c.op, col, val, "")
}

func (c *generatedChain) column(name string, val ssa.Value, at ssa.Instruction) {
	col := Col{name, c.r.tokens(val, "", at)}
	c.op.Cols = append(c.op.Cols, col)
	c.op.conds = append(c.op.conds, cond{name: name, op: "=", toks: col.Toks, arg: val})
}

// condition reads a predicate: a function of the table's package, applied to a value.
func (c *generatedChain) condition(v ssa.Value, at ssa.Instruction) {
	x, ok := through(v).(*ssa.Call)
	if !ok {
		return
	}
	callee := origin.Callee(&x.Call)
	want := c.entity.Pkg().Path() + "/" + strings.ToLower(c.entity.Name())
	if callee == nil || callee.Pkg() == nil || callee.Pkg().Path() != want || len(x.Call.Args) != 1 {
		return
	}
	if callee.Name() == "And" {
		for _, p := range spread(x.Call.Args[0]) {
			c.condition(p, at)
		}
		return
	}
	if callee.Type().(*types.Signature).Variadic() {
		return
	}
	name := strings.TrimSuffix(callee.Name(), "EQ")
	for _, other := range []string{"NEQ", "GT", "GTE", "LT", "LTE", "Contains", "HasPrefix", "HasSuffix", "EqualFold", "ContainsFold", "Not"} {
		if cut, ok := strings.CutSuffix(callee.Name(), other); ok && (cut == "" || c.field(cut)) {
			return
		}
	}
	c.column(snake(name), x.Call.Args[0], at)
}

// field reports whether the table has a field of that name.
func (c *generatedChain) field(name string) bool {
	st, ok := c.entity.Type().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			return true
		}
	}
	return false
}
