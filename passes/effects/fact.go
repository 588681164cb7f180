package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

// Fact lists the effects of a function for other packages: "calling this performs payment.charge, unkeyed, or keyed by what comes
// with parameter 2". Natural effects (Set) are left out unless they carry a key leave the process, or write a database.
type Fact struct {
	Effects []FactEffect
}

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

// String shows the fact in tests.
func (f *Fact) String() string {
	s := ""
	for _, e := range f.Effects {
		if s != "" {
			s += "; "
		}
		s += e.Op
		switch {
		case len(e.Keys) > 0:
			s += " keyed"
		case e.Open:
			s += " open"
		default:
			s += " unkeyed"
		}
	}
	return s
}

// FactEffect is an Effect in the form that can be stored.
type FactEffect struct {
	Class      Class
	Domain     Domain
	Op         string
	Provider   string
	Via        []trace.Step
	Keys       []origin.FactKey
	Inputs     []FactInput
	Text       []string
	Open       bool
	Brings     bool
	OpenMethod bool
	Methods    []string
	Mints      bool
	Keyless    bool
	Keeps      string
	Takes      bool
	Clients    []origin.ClientMark
	Retried    string
	Setting    bool
	Again      bool
	Part       bool
	Evidence   trace.Evidence
}

// FactInput is a parameter that flows into an effect.
type FactInput struct {
	Index int
	Path  string
}

const maxText = 6

func (r *engine) fact(obj *types.Func) *Fact {
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == r.pass.Pkg || r.pass.ImportObjectFact == nil {
		return nil
	}
	f := new(Fact)
	if !r.pass.ImportObjectFact(obj.Origin(), f) || ir.Spoken(obj.Pkg(), r.pass.Pkg) {
		return nil
	}
	return f
}

func (r *engine) export() {
	for _, fn := range r.prog.Funcs {
		es := r.In(fn) // of literals as well: the answers of later must not depend on who asks first
		obj, _ := fn.Object().(*types.Func)
		if obj == nil || fn.Parent() != nil || obj.Pkg() != r.pass.Pkg || r.orig.IsTest(fn.Pos()) || r.repeatable(obj) {
			continue
		}
		f := &Fact{}
		for _, e := range es {
			if e.Class >= Accumulate || e.Class == Set && (e.Keyed() || e.Domain == Claim || e.missed()) {
				f.Effects = append(f.Effects, r.freeze(e, fn))
			}
		}
		if len(f.Effects) > 0 {
			r.prog.ExportMethod(r.pass, obj, f)
		}
	}
}

// missed: somebody waits for it, also where a second run would leave the same state.
func (e *Effect) missed() bool {
	return e.Domain == HTTP || e.Domain == RPC || e.Domain == SQL || e.Keeps == "db" || e.Keeps == "object"
}

func (r *engine) freeze(e *Effect, fn *ssa.Function) FactEffect {
	out := FactEffect{
		Class: e.Class, Domain: e.Domain, Op: e.Op, Provider: e.Provider, Open: e.Open, Brings: e.Brings, OpenMethod: e.OpenMethod, Methods: e.methods, Mints: e.Mints, Keyless: e.Keyless, Takes: e.Takes, Keeps: e.Keeps, Retried: e.Retried, Setting: e.setting, Again: e.Again || e.here, Part: e.Part,
		Evidence: e.Evidence, Text: e.text[:min(len(e.text), maxText)],
	}
	steps := append([]trace.Step{{Pos: e.Site.Pos(), Text: "performs " + e.Op}}, e.Via...)
	if len(e.Via) > 0 {
		steps[0].Text = "calls on"
	}
	out.Via = trace.Freeze(r.pass.Fset, steps[:min(len(steps), maxVia)])
	for _, k := range e.Keys {
		out.Keys = append(out.Keys, k.Freeze(r.pass.Fset))
	}
	for _, in := range e.inputs {
		if in.fn == fn {
			out.Inputs = append(out.Inputs, FactInput{in.index, in.path})
		}
	}
	for _, c := range e.Clients {
		out.Clients = append(out.Clients, origin.ClientMark{Symbol: c.Symbol, Kind: c.Kind, Posts: c.Posts})
	}
	return out
}

func (f *FactEffect) thaw() *Effect {
	e := &Effect{
		Class: f.Class, Domain: f.Domain, Op: f.Op, Provider: f.Provider, Via: f.Via, Open: f.Open, Brings: f.Brings, OpenMethod: f.OpenMethod, methods: f.Methods, Mints: f.Mints, Keyless: f.Keyless, Takes: f.Takes, Keeps: f.Keeps, Retried: f.Retried, setting: f.Setting, Again: f.Again, Part: f.Part,
		Evidence: f.Evidence, text: f.Text,
	}
	for i := range f.Keys {
		e.Keys = append(e.Keys, f.Keys[i].Thaw())
	}
	for _, in := range f.Inputs {
		e.inputs = append(e.inputs, input{index: in.Index, path: in.Path})
	}
	for i := range f.Clients {
		e.Clients = append(e.Clients, &f.Clients[i])
	}
	return e
}
