package inhand

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

const maxHeld = 8

// held lists the keys that a function and its literals have in hand, the surest first.
func (f *finder) held(fn *ssa.Function, fns []*ssa.Function) []*Held {
	var out []*Held
	for _, g := range fns {
		for i, p := range g.Params {
			if i == 0 && g.Signature.Recv() != nil {
				continue
			}
			if words.IsKey(p.Name()) && text(p.Type()) {
				out = append(out, &Held{Kind: Parameter, Name: "parameter " + p.Name(), Value: p})
			}
		}
	}
	for _, g := range fns {
		for _, b := range g.Blocks {
			for _, instr := range b.Instrs {
				if h := f.asked(instr); h != nil {
					out = append(out, h)
				}
			}
		}
	}
	for _, g := range fns {
		for i, p := range g.Params {
			if i > 0 || g.Signature.Recv() == nil {
				if path := f.keyField(p.Type(), 0); path != nil {
					out = append(out, field(p, path, nil))
				}
			}
		}
		for _, b := range g.Blocks {
			for _, instr := range b.Instrs {
				if h := f.brought(instr); h != nil {
					out = append(out, h)
				}
			}
		}
	}
	return out[:min(len(out), maxHeld)]
}

func field(v ssa.Value, path []string, at ssa.Instruction) *Held {
	return &Held{Kind: Field, Name: typeName(v.Type()) + "." + strings.Join(path, "."), Value: v, At: at, path: path, asks: asks(v.Type()), unsent: unsent(v.Type(), path)}
}

// unsent: the field is left out where the struct is written as JSON.
func unsent(t types.Type, path []string) bool {
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == path[len(path)-1] {
			return reflect.StructTag(st.Tag(i)).Get("json") == "-"
		}
	}
	return false
}

// asked recognises a value that is asked for by a name that says that it is a key: of a header, a form value, an argument.
func (f *finder) asked(instr ssa.Instruction) *Held {
	switch i := instr.(type) {
	case *ssa.Lookup:
		if name, ok := constant1(i.Index); ok && f.isKey(name) && foreign(i.X) {
			return &Held{Kind: Asked, Name: name, Value: i, At: i}
		}
	case *ssa.Call:
		obj := origin.Callee(&i.Call)
		if obj == nil || !text(i.Type()) && !twoTexts(i.Type()) {
			return nil
		}
		args := i.Call.Args
		if n := len(args); n == 0 || n > 3 {
			return nil
		}
		if len(f.orig.Catalog().Func(obj, catalog.KeyHeader, catalog.SourceRandom, catalog.Carry, catalog.Flow)) > 0 {
			return nil
		}
		if v := words.VerbOf(obj.Name()); v == words.Setting || v == words.Mutating || obj.Signature().Recv() == nil {
			return nil
		}
		for _, a := range args[len(args)-1:] {
			if name, ok := constant1(a); ok && f.isKey(name) {
				if f.orig.Catalog().HeaderIsKey(name) {
					name = "the " + name + " header"
				}
				return &Held{Kind: Asked, Name: name, Value: i, At: i}
			}
		}
	}
	return nil
}

func (f *finder) isKey(name string) bool {
	return f.orig.Catalog().HeaderIsKey(name) || words.IsKey(name)
}

// foreign: a map that was not made here.
func foreign(v ssa.Value) bool {
	_, made := v.(*ssa.MakeMap)
	return !made
}

// brought recognises a struct with a place for a key that was filled or given from outside: decoded from a request, read from a row.
// What another party answers is none: the key in there is its echo.
func (f *finder) brought(instr ssa.Instruction) *Held {
	v, ok := instr.(ssa.Value)
	if !ok {
		return nil
	}
	switch x := instr.(type) {
	case *ssa.Alloc:
		path := f.keyField(x.Type(), 0)
		if path == nil || answers(x.Type()) {
			return nil
		}
		if at := f.filled(x); at != nil {
			h := field(x, path, at)
			h.asks = h.asks || !f.fromRow(at)
			return h
		}
	case *ssa.Extract, *ssa.Call:
		call, _ := v.(*ssa.Call)
		if ex, ok := v.(*ssa.Extract); ok {
			call, _ = ex.Tuple.(*ssa.Call)
		} else if _, tuple := v.Type().(*types.Tuple); tuple {
			return nil
		}
		path := f.keyField(v.Type(), 0)
		if call == nil || path == nil || answers(v.Type()) || !f.loads(call) {
			return nil
		}
		return field(v, path, call)
	}
	return nil
}

// filled gives the call that fills a local variable from a request or a row.
func (f *finder) filled(a *ssa.Alloc) ssa.Instruction {
	for _, ref := range *a.Referrers() {
		var v ssa.Value = a
		if mi, ok := ref.(*ssa.MakeInterface); ok {
			v = mi
		}
		for _, r := range append([]ssa.Instruction{ref}, refs(v)...) {
			call, ok := r.(*ssa.Call)
			if !ok {
				continue
			}
			obj := origin.Callee(&call.Call)
			if obj == nil || !f.fills(obj) || f.remote(call) {
				continue
			}
			return call
		}
	}
	return nil
}

// fromRow: what a call fills comes from a store.
func (f *finder) fromRow(at ssa.Instruction) bool {
	call, ok := at.(ssa.CallInstruction)
	if !ok {
		return false
	}
	obj := origin.Callee(call.Common())
	if obj == nil {
		return false
	}
	if e := f.orig.Catalog().One(obj, catalog.Fill); e != nil {
		return e.Attr("kind") == "row"
	}
	return f.orig.Catalog().One(obj, catalog.Store) != nil || slices.ContainsFunc(words.Split(obj.Name()), func(w string) bool { return w == "scan" || w == "take" || w == "first" })
}

// fills: a call that reads what it is given from outside, by the catalogue or by its name.
func (f *finder) fills(obj *types.Func) bool {
	if f.orig.Catalog().One(obj, catalog.Fill) != nil {
		return true
	}
	for _, w := range words.Split(obj.Name()) {
		switch w {
		case "decode", "bind", "unmarshal", "parse", "parser", "parsebody", "scan", "take", "first":
			return true
		}
	}
	return false
}

// remote: what is decoded is the answer of another party.
func (f *finder) remote(call *ssa.Call) bool {
	for _, a := range origin.Args(&call.Call) {
		for _, l := range f.orig.At(a, call).Leaves {
			if l.Kind == origin.Returned && (strings.Contains(l.Text, ".Do") || strings.Contains(l.Text, "http.")) {
				return true
			}
		}
		if responseBody(a, 0) {
			return true
		}
	}
	return false
}

// responseBody: a value made of the body of an *http.Response.
func responseBody(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	if strings.HasSuffix(types.TypeString(v.Type(), nil), "net/http.Response") {
		return true
	}
	switch x := v.(type) {
	case *ssa.Call:
		for _, a := range x.Call.Args {
			if responseBody(a, depth+1) {
				return true
			}
		}
	case *ssa.Extract:
		return responseBody(x.Tuple, depth+1)
	case *ssa.MakeInterface:
		return responseBody(x.X, depth+1)
	case *ssa.ChangeInterface:
		return responseBody(x.X, depth+1)
	case *ssa.UnOp:
		return responseBody(x.X, depth+1)
	case *ssa.FieldAddr:
		return responseBody(x.X, depth+1)
	case *ssa.Slice:
		return responseBody(x.X, depth+1)
	}
	return false
}

// loads: a call that reads a row or a message, as far as its name tells, and does nothing outside.
func (f *finder) loads(call *ssa.Call) bool {
	obj := origin.Callee(&call.Call)
	if obj == nil || words.VerbOf(obj.Name()) != words.Reading || f.orig.Catalog().One(obj) != nil {
		return false
	}
	for _, e := range f.eff.Of(call) {
		if e.Class == effects.External || e.Domain == effects.HTTP || e.Domain == effects.RPC {
			return false
		}
	}
	return true
}

// keyField gives the way to a field that is a key by its strong name, in a struct of the program's own.
func (f *finder) keyField(t types.Type, depth int) []string {
	t = deref(t)
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || ir.Std(n.Obj().Pkg().Path()) || f.orig.Catalog().HasPackage(n.Obj().Pkg().Path()) || f.orig.Catalog().ModelsModule(n.Obj().Pkg().Path()) {
		return nil
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for fl := range st.Fields() {
		if words.IsKey(fl.Name()) && text(fl.Type()) {
			return []string{fl.Name()}
		}
	}
	for fl := range st.Fields() {
		if fl.Embedded() && depth < 2 {
			if p := f.keyField(fl.Type(), depth+1); p != nil {
				return p
			}
		}
	}
	return nil
}
