package claims

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
)

// A token says which value it is, so that the key that is looked up and the key that is written can be told to be the same one.
// That is another question than provenance, which passes/origin answers: two different channel elements have one origin,
// and one variable keeps its identity whatever it was made of. Forms:
//
//	=text          a constant
//	p2.Order.ID    parameter 2, or a part of what it holds
//	x0.ID          captured variable 0
//	g:pkg.Name     a package variable
//	#t12.ID        a value of this function that nothing more is known of; has no meaning outside
//	~clock         beside another: a clock took part; ~random likewise; ~unset: a field that nobody has set
//	?              not resolved
const (
	tokUnknown = "?"
	maxTokens  = 40
	maxSteps   = 600
)

type resolver struct {
	r     *engine
	steps int
	seen  map[identKey]bool
}

type identKey struct {
	v    ssa.Value
	path string
}

// tokens identifies the part of a value that path names, as memory stands at an instruction. Text put together has the tokens
// of all its parts in order.
func (r *engine) tokens(v ssa.Value, path string, at ssa.Instruction) []string {
	if v == nil {
		return []string{tokUnknown}
	}
	res := &resolver{r: r, seen: map[identKey]bool{}}
	out := res.of(v, path, at, 0)
	if len(out) > maxTokens {
		out = out[:maxTokens]
	}
	return out
}

func (s *resolver) of(v ssa.Value, path string, at ssa.Instruction, depth int) []string {
	if s.steps++; s.steps > maxSteps || depth > 26 || len(path) > 200 {
		return []string{tokUnknown}
	}
	key := identKey{v, path}
	if s.seen[key] {
		return nil
	}
	s.seen[key] = true
	defer delete(s.seen, key)
	next := func(v ssa.Value, path string) []string { return s.of(v, path, at, depth+1) }
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value == nil {
			return []string{"="}
		}
		if x.Value.Kind() == constant.String {
			return []string{"=" + constant.StringVal(x.Value)}
		}
		return []string{"=" + x.Value.ExactString()}
	case *ssa.Parameter:
		return []string{"p" + itoa(slices.Index(x.Parent().Params, x)) + path}
	case *ssa.FreeVar:
		return []string{"x" + itoa(slices.Index(x.Parent().FreeVars, x)) + path}
	case *ssa.Global:
		name := x.Name()
		if x.Pkg != nil {
			name = x.Pkg.Pkg.Path() + "." + name
		}
		return []string{"g:" + name + path}
	case *ssa.Alloc:
		return s.variable(x, path, at, depth)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return s.of(x.X, path, x, depth+1)
		}
	case *ssa.FieldAddr:
		return next(x.X, "."+fieldName(x.X.Type(), x.Field)+path)
	case *ssa.Field:
		return next(x.X, "."+fieldName(x.X.Type(), x.Field)+path)
	case *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.Convert:
		return next(*v.(ssa.Instruction).Operands(nil)[0], path)
	case *ssa.TypeAssert:
		return next(x.X, path)
	case *ssa.BinOp:
		if x.Op == token.ADD {
			return append(next(x.X, ""), next(x.Y, "")...)
		}
	case *ssa.Slice:
		var out []string
		for _, e := range spread(x) {
			if e != nil && e != v {
				out = append(out, next(e, "")...)
			}
		}
		if len(out) > 0 {
			return out
		}
	case *ssa.MakeMap:
		return s.entries(x, path, at, depth)
	case *ssa.Phi:
		var out []string
		for _, e := range x.Edges {
			for _, t := range next(e, path) {
				if !slices.Contains(out, t) {
					out = append(out, t)
				}
			}
		}
		if len(out) > 0 {
			return out
		}
	case *ssa.Call:
		if out := s.call(x, path, depth); out != nil {
			return out
		}
	}
	in := "package" // a function or a package variable has no function around it
	if f := v.Parent(); f != nil {
		in = f.Name()
	}
	return append([]string{"#" + in + "." + v.Name() + path}, s.r.marks(v)...)
}

// variable reads what was stored into a local variable, or into the part of it that is asked for.
func (s *resolver) variable(a *ssa.Alloc, path string, at ssa.Instruction, depth int) []string {
	var last *store
	var out []string
	add := func(toks []string) {
		for _, t := range toks {
			if !slices.Contains(out, t) && len(out) < maxTokens {
				out = append(out, t)
			}
		}
	}
	list := s.r.stores(a.Parent())[a]
	for i := range list {
		st := &list[i]
		if !inside(path, st.path) || at != nil && at.Parent() == a.Parent() && s.r.before(at, st.instr) {
			continue
		}
		if at != nil && at.Parent() == a.Parent() && s.r.before(st.instr, at) {
			// Of the stores that surely came before, only the last counts.
			if last == nil || s.r.before(last.instr, st.instr) {
				last = st
			}
			continue
		}
		add(s.of(st.instr.Val, path[len(st.path):], st.instr, depth+1))
	}
	if last != nil {
		add(s.of(last.instr.Val, path[len(last.path):], last.instr, depth+1))
	}
	if len(out) > 0 {
		return out
	}
	// The whole of a literal that was built field by field, or of the array behind a slice.
	for i := range list {
		if inside(list[i].path, path) {
			add(s.of(list[i].instr.Val, "", list[i].instr, depth+1))
		}
	}
	if len(out) == 0 && path == "" && a.Referrers() != nil {
		for _, ref := range *a.Referrers() {
			if ia, ok := ref.(*ssa.IndexAddr); ok && ia.Referrers() != nil {
				for _, use := range *ia.Referrers() {
					if st, ok := use.(*ssa.Store); ok && st.Addr == ia {
						add(s.of(st.Val, "", st, depth+1))
					}
				}
			}
		}
	}
	if len(out) == 0 {
		out = []string{"#" + a.Parent().Name() + "." + a.Name() + path}
		if path != "" && s.r.unset(a, at) {
			out = append(out, markUnset)
		}
	}
	return out
}

// inside reports whether a path leads to the place that another one names, or into it.
func inside(path, outer string) bool {
	return strings.HasPrefix(path, outer) && (len(path) == len(outer) || outer == "" || path[len(outer)] == '.' || path[len(outer)] == '[')
}

// entries reads a map literal: one entry, or all of them.
func (s *resolver) entries(m *ssa.MakeMap, path string, at ssa.Instruction, depth int) []string {
	var out []string
	if m.Referrers() != nil {
		for _, ref := range *m.Referrers() {
			u, ok := ref.(*ssa.MapUpdate)
			if !ok || u.Map != m {
				continue
			}
			if c, ok := u.Key.(*ssa.Const); ok && c.Value != nil && path != "" && path != "["+constant.StringVal(c.Value)+"]" {
				continue
			}
			out = append(out, s.of(u.Value, "", u, depth+1)...)
		}
	}
	if len(out) == 0 {
		return []string{"#" + m.Parent().Name() + "." + m.Name() + path}
	}
	return out
}

// call identifies results by what they are made of where that is plain: text functions, wrappers with one argument, helpers of
// this package with one return. All else is a value of its own.
func (s *resolver) call(x *ssa.Call, path string, depth int) []string {
	c := x.Common()
	callee := origin.Callee(c)
	if callee == nil || callee.Pkg() == nil || isError(x.Type()) {
		return nil
	}
	args := origin.Args(c)
	if fn := c.StaticCallee(); fn != nil && s.r.prog.Has(fn) && depth < 8 && !isTuple(x.Type()) {
		if ret := onlyReturn(fn); ret != nil {
			inner := s.of(ret.Results[0], path, ret, depth+1)
			return s.substitute(inner, args, nil, x, depth+1)
		}
		return nil
	}
	var out []string
	switch {
	case callee.Pkg().Path() == "fmt" || callee.Pkg().Path() == "strings" || callee.Pkg().Path() == "strconv":
		for _, a := range args {
			for _, e := range spread(a) {
				if e != nil {
					out = append(out, s.of(e, "", x, depth+1)...)
				}
			}
		}
	case len(args) == 1 && textual(x.Type()):
		// aws.String(id), id.String(), hex of a hash: one value in, one value out.
		out = s.of(args[0], "", x, depth+1)
	}
	return out
}

func isTuple(t types.Type) bool { _, ok := t.(*types.Tuple); return ok }

func textual(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func onlyReturn(fn *ssa.Function) (ret *ssa.Return) {
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if ret != nil || len(r.Results) != 1 {
				return nil
			}
			ret = r
		}
	}
	return ret
}
