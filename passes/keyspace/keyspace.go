// Package keyspace describes the namespaces that a package's idempotency keys come from: for each keyed operation the shape of its
// key (constant parts and named ingredients, in order) and the provider or store that tells requests apart by it.
package keyspace

import (
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// Analyzer yields a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintkeyspace",
	Doc:        "describe the namespaces of idempotency keys",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{origin.Analyzer, effects.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// Key is the key of one operation at one place.
type Key struct {
	Op       string // charge, refund, debit, … : the operation's class
	Shape    string // equal shapes give equal keys for equal ingredients
	Text     string // the shape, for a message
	Store    string // provider or store
	Pos      token.Pos
	Evidence trace.Evidence
}

// Result lists the keyed operations of a package in the order of files and positions.
type Result struct{ Keys []*Key }

func run(pass *analysis.Pass) (any, error) {
	orig := pass.ResultOf[origin.Analyzer].(*origin.Result)
	eff := pass.ResultOf[effects.Analyzer].(*effects.Result)
	res := &Result{}
	prog := orig.Program()
	if prog == nil {
		return res, nil
	}
	b := &builder{pass: pass, orig: orig, eff: eff}
	for _, fn := range prog.Funcs {
		if !orig.IsTest(fn.Pos()) {
			b.function(fn)
		}
	}
	slices.SortStableFunc(b.out, func(x, y *Key) int {
		switch {
		case trace.Less(pass.Fset, x.Pos, y.Pos):
			return -1
		case trace.Less(pass.Fset, y.Pos, x.Pos):
			return 1
		}
		return 0
	})
	res.Keys = b.out
	return res, nil
}

type builder struct {
	pass *analysis.Pass
	orig *origin.Result
	eff  *effects.Result
	out  []*Key
}

func (b *builder) function(fn *ssa.Function) {
	for _, blk := range fn.Blocks {
		for _, instr := range blk.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, e := range b.eff.Of(call) {
				op, ev := b.operation(fn, call, e)
				for _, k := range e.Keys {
					if k.Made() {
						continue // described where it is made
					}
					pos := k.Pos()
					if !pos.IsValid() {
						pos = call.Pos()
					}
					b.add(k, op, store(e), pos, ev)
				}
			}
		}
	}
}

// operation names what an effect does. A payment's call and a method's name say it themselves; a request, a message or a claim says
// nothing, and is named by what it guards, by the function it stands in, or by the words in it (path, subject, task).
func (b *builder) operation(fn *ssa.Function, call ssa.CallInstruction, e *effects.Effect) (string, trace.Evidence) {
	switch e.Domain {
	case effects.Payment, effects.RPC, effects.Named, effects.Request, effects.Cloud:
		if op := classify(e.Op); op != "" {
			return op, e.Evidence
		}
	case effects.Claim:
		if op := b.guarded(fn, call); op != "" {
			return op, e.Evidence
		}
	}
	top := fn
	for top.Parent() != nil {
		top = top.Parent()
	}
	if op := classify(top.Name()); op != "" {
		return op, e.Evidence
	}
	for _, t := range e.Text() {
		if op := classify(t); op != "" && len(t) < 60 {
			return op, e.Evidence
		}
	}
	return "", e.Evidence
}

// guarded names the operation that a claim guards: the first one called after it in its function.
func (b *builder) guarded(fn *ssa.Function, claim ssa.CallInstruction) string {
	for _, blk := range fn.Blocks {
		for _, instr := range blk.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || call == claim {
				continue
			}
			for _, e := range b.eff.Of(call) {
				if c := classify(e.Op); c != "" && e.Class == effects.External {
					return c
				}
			}
			// Turning a message away is nothing that the claim guards.
			if obj := origin.Callee(call.Common()); obj != nil && b.orig.Catalog().One(obj, catalog.ConsumerAck) == nil {
				if c := classify(obj.Name()); c != "" {
					return c
				}
			}
		}
	}
	return ""
}

func (b *builder) add(k *origin.Key, op, store string, pos token.Pos, ev trace.Evidence) {
	if op == "" || !pos.IsValid() {
		return
	}
	shape, text, ok := shapeOf(k)
	if !ok {
		return
	}
	for _, have := range b.out {
		if have.Op == op && have.Shape == shape && have.Store == store && have.Pos == pos {
			return
		}
	}
	b.out = append(b.out, &Key{Op: op, Shape: shape, Text: text, Store: store, Pos: pos, Evidence: ev.And(k.Evidence)})
}

// shapeOf describes a key: constants as they are, ingredients by name and, for fields, by type. A key that the caller hands in
// whole, a volatile one, or one of unknown parts has no shape of its own.
func shapeOf(k *origin.Key) (shape, text string, ok bool) {
	if k.From == nil || k.From.Cut {
		return "", "", false
	}
	var parts, show []string
	consts, named := 0, 0
	for _, l := range k.From.Leaves {
		switch l.Kind {
		case origin.Const:
			if strings.Trim(l.Text, "%sdvxq:-_/#.| ") != "" {
				consts++
			}
			parts = append(parts, fmt.Sprintf("%q", l.Text))
			show = append(show, l.Text)
		case origin.Param:
			name := l.Text
			if l.Path != "" {
				name = paramType(l) + l.Path
			}
			parts, named = append(parts, "$"+name), named+1
			show = append(show, "{"+strings.TrimPrefix(l.Text+l.Path, ".")+"}")
			if words.IsKey(l.Text) || len(k.From.Leaves) == 1 && generic(l) {
				return "", "", false
			}
		case origin.Built:
			parts, consts = append(parts, l.Text+"()"), consts+1
		case origin.Field, origin.Global, origin.Received, origin.Returned:
			parts, named = append(parts, "$"+l.Text), named+1
			show = append(show, "{"+l.Text+"}")
		default:
			return "", "", false
		}
		if l.Alt != 0 {
			return "", "", false
		}
	}
	if named == 0 || len(parts) == 0 {
		return "", "", false
	}
	return strings.Join(parts, "+"), strings.Join(show, ""), true
}

// generic: a name that does not say of what the value is the id, so that two functions may mean different things by it.
func generic(l *origin.Leaf) bool {
	name := l.Text
	if l.Path != "" {
		return false
	}
	w := words.Split(name)
	return len(w) < 2 || w[len(w)-1] != "id" && w[len(w)-1] != "uuid"
}

func paramType(l *origin.Leaf) string {
	if fn := l.Fn(); fn != nil && l.Index < len(fn.Params) {
		t := fn.Params[l.Index].Type()
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		return types.TypeString(t, func(p *types.Package) string { return p.Name() })
	}
	return l.Text
}

// store names who tells requests apart by the key.
func store(e *effects.Effect) string {
	if e.Provider != "" && e.Domain != effects.Claim {
		return e.Provider
	}
	return string(e.Domain)
}
