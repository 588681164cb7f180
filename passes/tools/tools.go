// Package tools finds the actions that a program offers to a language model: the tools of an MCP server, function tools, flows.
//
// A tool is a description (name, input, promises) and a handler. The libraries differ in how the two meet: as arguments of one
// call, as fields of one struct, as results of one function, as methods of one type, or only by the name that a model asks for. All
// but the last are recognised by types alone: where a description meets a function, there is a tool. So wrappers of a library that
// take both need no summary. Those that take a name and a handler, and put the description together out of sight, do: a function
// that hands a parameter on as a handler, a field that handlers are called from, and a method of an interface that a registry calls
// are facts, and whoever calls, fills or implements them registers a tool.
package tools

import (
	"cmp"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/guard"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/models"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

// Analyzer yields a *Result; for packages that offer no tools it is empty.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlinttools",
	Doc:        "find the tools offered to language models",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{effects.Analyzer, origin.Analyzer, models.Analyzer, guard.Analyzer},
	FactTypes:  []analysis.Fact{new(Forwards), new(Slot), new(Marker)},
	ResultType: reflect.TypeFor[*Result](),
}

// Tool is one registration.
type Tool struct {
	// Pos is where the tool is described, or where it is registered if the description lies elsewhere.
	Pos token.Pos
	// Name is the tool's name where it is a constant.
	Name string
	// Inputs are the names of the parameters that a model fills in, as far as they are in view.
	Inputs []string
	// ReadOnly and Idempotent are where the tool promises so, NoPos if it does not.
	ReadOnly, Idempotent token.Pos
	Evidence             trace.Evidence

	handlers []*handler
	texts    []string // constants that the description is made of, beside its inputs
	whole    bool     // all of the description is in view
	at       ssa.Instruction
	// described: it stands where it is described.
	described bool
}

// handler is code that a tool runs: a function of this package, a part of one, or a function of another package.
type handler struct {
	fn     *ssa.Function
	blocks map[*ssa.BasicBlock]bool // nil: all of fn
	obj    *types.Func
	value  ssa.Value // as it was registered, decorators included
}

// Result is what the pass found in one package.
type Result struct {
	tools []*Tool
	e     *engine
}

// Tools lists the tools of the package by position.
func (r *Result) Tools() []*Tool { return r.tools }

// Bounds.
const (
	maxTargets = 16  // functions that one handler may be
	maxResolve = 80  // values on the way to them
	maxGather  = 800 // values that a description is made of
	maxRounds  = 6   // wrappers of wrappers
	maxTools   = 2000
)

type engine struct {
	pass   *analysis.Pass
	cat    *catalog.Catalog
	orig   *origin.Result
	eff    *effects.Result
	guards *guard.Result
	prog   *ir.Program

	makers  map[*ssa.Function][]*ssa.MakeClosure
	globals map[*ssa.Global][]*ssa.Store
	fields  map[*types.Var][]*ssa.Store // stores of functions

	forwards map[*ssa.Function]*Forwards // of this package, literals included
	slots    map[types.Object]bool       // fields and methods of interfaces that handlers are called through
	marked   map[*types.Package]bool
	changed  bool
	met      bool // there is something to tell importers
}

func run(pass *analysis.Pass) (any, error) {
	e := &engine{
		pass: pass, cat: models.Of(pass).Catalog, orig: pass.ResultOf[origin.Analyzer].(*origin.Result), eff: pass.ResultOf[effects.Analyzer].(*effects.Result),
		guards: pass.ResultOf[guard.Analyzer].(*guard.Result),
		makers: map[*ssa.Function][]*ssa.MakeClosure{}, globals: map[*ssa.Global][]*ssa.Store{}, fields: map[*types.Var][]*ssa.Store{},
		forwards: map[*ssa.Function]*Forwards{}, slots: map[types.Object]bool{}, marked: map[*types.Package]bool{},
	}
	e.prog = e.eff.Program()
	if e.prog == nil || !e.relevant() {
		return &Result{e: e}, nil
	}
	e.index()
	e.shaped()
	var meets []*meet
	for range maxRounds {
		e.changed = false
		meets = e.meets()
		for _, m := range meets {
			e.forward(m)
		}
		if !e.changed {
			break
		}
	}
	r := &Result{e: e, tools: e.tools(meets)}
	e.export()
	return r, nil
}

// relevant: the package imports a library of tools, or a package that wraps one, or knows tools of its own making.
func (e *engine) relevant() bool {
	for _, imp := range e.pass.Pkg.Imports() {
		if e.cat.HasRole(imp.Path(), catalog.ToolEntry) || e.hasFacts(imp) || e.homeMade(imp) {
			return true
		}
	}
	return e.homeMade(e.pass.Pkg)
}

// index notes where literals are made and functions are stored.
func (e *engine) index() {
	for _, fn := range e.prog.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.MakeClosure:
					lit := i.Fn.(*ssa.Function)
					e.makers[lit] = append(e.makers[lit], i)
				case *ssa.Store:
					switch addr := i.Addr.(type) {
					case *ssa.Global:
						e.globals[addr] = append(e.globals[addr], i)
					case *ssa.FieldAddr:
						if isFunc(i.Val.Type()) {
							if f := fieldOf(addr.X.Type(), addr.Field); f != nil {
								e.fields[f] = append(e.fields[f], i)
							}
						}
					}
				}
			}
		}
	}
}

// tools judges what meets: those whose handler only a caller knows are wrappers, and no tools.
func (e *engine) tools(meets []*meet) []*Tool {
	var out []*Tool
	for _, m := range meets {
		if t := e.tool(m); t != nil && len(out) < maxTools {
			out = append(out, t)
		}
	}
	out = append(out, e.dispatched(out)...)
	out = unique(out)
	slices.SortStableFunc(out, func(a, b *Tool) int {
		if a.Pos == b.Pos {
			return cmp.Compare(a.Name, b.Name)
		}
		if trace.Less(e.pass.Fset, a.Pos, b.Pos) {
			return -1
		}
		return 1
	})
	return out
}

// unique drops what registers a tool again: at the same place, or under the same name elsewhere.
func unique(in []*Tool) []*Tool {
	var out []*Tool
	for _, described := range []bool{true, false} {
		for _, t := range in {
			if t.described == described && !slices.ContainsFunc(out, func(o *Tool) bool {
				return (t.Pos == o.Pos || t.Name != "" && t.Name == o.Name) && slices.EqualFunc(t.handlers, o.handlers, same)
			}) {
				out = append(out, t)
			}
		}
	}
	return out
}

func same(a, b *handler) bool {
	return a.fn == b.fn && a.obj == b.obj && len(a.blocks) == len(b.blocks)
}
