package claims

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/sqltext"
)

// A call that takes SQL text is known by its shape: a text that reads as a statement, followed by the statement's arguments.
// That holds for database/sql, pgx, sqlx, gorm.Raw, bun.NewRaw, sqlc's DBTX and every home-made wrapper alike, so no list of
// functions is needed and none is kept.
type sqlCall struct {
	stmt *sqltext.Stmt
	// args are the statement's arguments in order; nil where they come as one slice.
	args []ssa.Value
	// named is the argument that holds the values of named placeholders.
	named ssa.Value
	// dest is the argument before the text that the answer is read into.
	dest ssa.Value
}

// StatementOf reads the statement a call executes, nil if it executes none in view.
func (r *engine) StatementOf(call ssa.CallInstruction) *sqltext.Stmt {
	if s := r.sqlCall(call); s != nil {
		return s.stmt
	}
	return nil
}

func (r *engine) sqlCall(call ssa.CallInstruction) *sqlCall {
	if s, ok := r.sqlCalls[call]; ok {
		return s
	}
	s := r.readSQLCall(call)
	r.sqlCalls[call] = s
	return s
}

func (r *engine) readSQLCall(call ssa.CallInstruction) *sqlCall {
	c := call.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return nil
	}
	sig := c.Signature()
	n := sig.Params().Len()
	if n == 0 || sig.Results().Len() == 0 || textual(sig.Results().At(0).Type()) {
		return nil
	}
	args := c.Args
	if !c.IsInvoke() && sig.Recv() != nil && len(args) > 0 {
		args = args[1:]
	}
	if len(args) != n {
		return nil
	}
	last := sig.Params().At(n - 1).Type()
	if rest, ok := last.(*types.Slice); ok && sig.Variadic() && isAny(rest.Elem()) {
		if n >= 2 && textual(sig.Params().At(n-2).Type()) {
			if s := r.statement(args[n-2]); s != nil {
				out := &sqlCall{stmt: s}
				out.args = spread(args[n-1])
				if len(out.args) == 1 && out.args[0] == args[n-1] {
					out.args = nil
				}
				if n >= 3 {
					out.dest = destination(args[n-3])
				}
				return out
			}
			return nil
		}
		// A prepared statement: the text is where it was made.
		if recv := receiver(c); recv != nil && runsPrepared(recv.Type()) {
			if s := r.prepared(recv, 0); s != nil {
				out := &sqlCall{stmt: s, args: spread(args[n-1])}
				if n >= 2 {
					out.dest = destination(args[n-2])
				}
				return out
			}
		}
		return nil
	}
	if n >= 2 && isAny(last) && textual(sig.Params().At(n-2).Type()) {
		if s := r.statement(args[n-2]); s != nil {
			return &sqlCall{stmt: s, named: args[n-1]}
		}
	}
	return nil
}

// runsPrepared: a statement that can be run. The row that a query gave back can only be read.
func runsPrepared(t types.Type) bool {
	return has(t, "Exec") || has(t, "ExecContext") || has(t, "Query") || has(t, "QueryRow") || has(t, "QueryContext")
}

func receiver(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if c.Signature().Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

func isAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0
}

// destination returns the argument if it is an address to read into.
func destination(v ssa.Value) ssa.Value {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	if _, ok := v.Type().Underlying().(*types.Pointer); ok {
		if root, _ := addrOf(v); root != nil {
			return v
		}
	}
	return nil
}

func (r *engine) statement(v ssa.Value) *sqltext.Stmt {
	text := r.text(v, 0)
	if text == "" {
		return nil
	}
	s, _ := sqltext.Parse(text)
	if s == nil || s.Kind == sqltext.Other || s.Table == "" && s.Kind != sqltext.Lock {
		return nil
	}
	return s
}

// text reads a constant text. Parts that are not constant leave a hole that no key can be read from.
func (r *engine) text(v ssa.Value, depth int) string {
	const hole = " _ "
	if depth > 8 {
		return hole
	}
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value != nil && x.Value.Kind() == constant.String {
			return constant.StringVal(x.Value)
		}
	case *ssa.ChangeType:
		return r.text(x.X, depth+1)
	case *ssa.Convert:
		return r.text(x.X, depth+1)
	case *ssa.BinOp:
		if x.Op == token.ADD {
			return r.text(x.X, depth+1) + r.text(x.Y, depth+1)
		}
	case *ssa.UnOp:
		switch a := x.X.(type) {
		case *ssa.Global:
			if vals := r.globals[a]; len(vals) == 1 {
				return r.text(vals[0], depth+1)
			}
		case *ssa.Alloc:
			if val := onlyStore(a); val != nil {
				return r.text(val, depth+1)
			}
		}
	case *ssa.Phi:
		for _, e := range x.Edges {
			if t := r.text(e, depth+4); strings.TrimSpace(t) != "_" {
				return t
			}
		}
	case *ssa.Call:
		callee := origin.Callee(&x.Call)
		if callee == nil || callee.Pkg() == nil {
			break
		}
		if callee.Pkg().Path() == "fmt" && callee.Name() == "Sprintf" && len(x.Call.Args) > 0 {
			return strings.NewReplacer("%s", hole, "%v", hole, "%d", hole, "%q", hole, "%%", "%").Replace(r.text(x.Call.Args[0], depth+1))
		}
		if len(x.Call.Args) > 0 && textual(x.Call.Args[len(x.Call.Args)-1].Type()) && textual(x.Type()) {
			// A rebinder or trimmer: sqlx.Rebind(q), strings.TrimSpace(q), s.q(q).
			return r.text(x.Call.Args[len(x.Call.Args)-1], depth+1)
		}
	}
	return hole
}

// prepared finds the statement behind a value that was prepared: made in this function, or kept in a field that one text is
// prepared into.
func (r *engine) prepared(v ssa.Value, depth int) *sqltext.Stmt {
	if depth > 6 {
		return nil
	}
	switch x := v.(type) {
	case *ssa.UnOp:
		if fa, ok := x.X.(*ssa.FieldAddr); ok {
			if p, ok := fa.X.Type().Underlying().(*types.Pointer); ok {
				if st, ok := p.Elem().Underlying().(*types.Struct); ok && fa.Field < st.NumFields() {
					return r.preparedIn[st.Field(fa.Field)]
				}
			}
		}
		if a, ok := x.X.(*ssa.Alloc); ok {
			if val := onlyStore(a); val != nil {
				return r.prepared(val, depth+1)
			}
		}
	case *ssa.Extract:
		return r.prepared(x.Tuple, depth+1)
	case *ssa.Call:
		for _, a := range x.Call.Args {
			if textual(a.Type()) {
				if s := r.statement(a); s != nil {
					return s
				}
			}
		}
		// tx.StmtContext(ctx, s.insert), wrapTx(ctx, tx, s.insert)
		for i, a := range x.Call.Args {
			if i > 0 || x.Call.Signature().Recv() == nil {
				if types.Identical(a.Type(), x.Type()) {
					if s := r.prepared(a, depth+1); s != nil {
						return s
					}
				}
			}
		}
	case *ssa.Phi:
		for _, e := range x.Edges {
			if s := r.prepared(e, depth+2); s != nil {
				return s
			}
		}
	}
	return nil
}

// indexPrepared notes which field holds which prepared statement: `s.find, err = db.Prepare("SELECT ...")` in a constructor.
func (r *engine) indexPrepared() {
	twice := map[*types.Var]bool{}
	for _, fn := range r.prog.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				if g, ok := st.Addr.(*ssa.Global); ok {
					r.globals[g] = append(r.globals[g], st.Val)
				}
				fa, ok := st.Addr.(*ssa.FieldAddr)
				if !ok {
					continue
				}
				val := st.Val
				if ex, ok := val.(*ssa.Extract); ok {
					val = ex.Tuple
				}
				if _, ok := val.(*ssa.Call); !ok {
					continue
				}
				s := r.prepared(val, 4)
				pt, ok := fa.X.Type().Underlying().(*types.Pointer)
				if s == nil || !ok {
					continue
				}
				if stt, ok := pt.Elem().Underlying().(*types.Struct); ok {
					f := stt.Field(fa.Field)
					if r.preparedIn[f] != nil {
						twice[f] = true
					}
					r.preparedIn[f] = s
				}
			}
		}
	}
	for f := range twice {
		delete(r.preparedIn, f)
	}
}
