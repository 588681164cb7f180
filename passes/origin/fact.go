package origin

import (
	"go/token"
	"go/types"

	"github.com/idemlint/idemlint/passes/trace"
)

// Fact is what other packages may ask about a function: which results are volatile or carry a key, what it writes into its
// parameters, which parameters end up as keys. Functions about which there is nothing to say have none.
type Fact struct {
	Results   []FactResult
	Outs      []FactOut
	KeyParams []KeyParam
}

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

// String shows the fact in tests.
func (f *Fact) String() string { return factString(f) }

// Marker is the package fact of packages that were worth building, so that importers that call none of their functions stop early.
// N counts the functions with a Fact; Acts: there is more to it than values that differ.
type Marker struct {
	N    int
	Acts bool
}

// AFact marks Marker as a fact.
func (*Marker) AFact() {}

// String shows the fact in tests.
func (*Marker) String() string { return "origin facts" }

// StandIn is the fact of an interface's method that one type of its package stands behind, which importers cannot see: what the passes
// know of that type's method they tell of this one.
type StandIn struct{}

// AFact marks StandIn as a fact.
func (*StandIn) AFact() {}

// String shows the fact in tests.
func (*StandIn) String() string { return "stands in" }

// FactResult is the provenance of one result, or of one field of it.
type FactResult struct {
	Index int
	Path  string
	Set   FactSet
}

// FactOut is one write through a parameter.
type FactOut struct {
	Param int
	Path  string
	Key   string // what bears the key, if the write sets one
	Set   FactSet
}

// KeyParam says that a parameter, or a part of it, becomes a key.
type KeyParam struct {
	Param int
	Path  string
	Name  string
}

// FactSet is a Set in the form that can be stored.
type FactSet struct {
	Leaves  []FactLeaf
	Keys    []FactKey
	Methods []string
	Clients []ClientMark
}

// FactLeaf is a Leaf in the form that can be stored.
type FactLeaf struct {
	Kind     Kind
	Text     string
	Index    int
	Path     string
	Source   Source
	Steps    []trace.Step
	Evidence trace.Evidence
	Entity   bool
	Alt      int
	Default  bool
}

// FactKey is a Key in the form that can be stored.
type FactKey struct {
	Name     string
	From     FactSet
	Evidence trace.Evidence
	Claim    bool
}

const maxFactSteps = 6

// Freeze turns a set, asked for in fn's terms, into the form of a fact.
func (s *Set) Freeze(fset *token.FileSet) FactSet {
	var out FactSet
	for _, l := range s.Leaves {
		if l.Kind == LoopVar || l.Kind == Unknown {
			continue
		}
		f := FactLeaf{Kind: l.Kind, Text: l.Text, Index: l.Index, Path: l.Path, Source: l.Source, Evidence: l.Evidence, Entity: l.Entity, Alt: l.Alt, Default: l.Default}
		if l.Kind == Volatile {
			f.Steps = trace.Freeze(fset, l.Steps[:min(len(l.Steps), maxFactSteps)])
		}
		out.Leaves = append(out.Leaves, f)
	}
	for _, k := range s.Keys {
		out.Keys = append(out.Keys, k.Freeze(fset))
	}
	out.Methods = s.Methods
	for _, c := range s.Clients {
		out.Clients = append(out.Clients, ClientMark{Symbol: c.Symbol, Kind: c.Kind, Posts: c.Posts})
	}
	return out
}

// Thaw turns a stored set into a Set in terms of the function it was stored for.
func (f *FactSet) Thaw() *Set {
	s := &Set{Methods: f.Methods}
	for _, l := range f.Leaves {
		s.Leaves = append(s.Leaves, &Leaf{Kind: l.Kind, Text: l.Text, Index: l.Index, Path: l.Path, Source: l.Source, Steps: l.Steps, Evidence: l.Evidence, Entity: l.Entity, Alt: l.Alt, Default: l.Default})
	}
	for i := range f.Keys {
		s.Keys = append(s.Keys, f.Keys[i].Thaw())
	}
	for i := range f.Clients {
		s.Clients = append(s.Clients, &f.Clients[i])
	}
	return s
}

// Freeze turns a key into the form of a fact.
func (k *Key) Freeze(fset *token.FileSet) FactKey {
	return FactKey{Name: k.Name, From: k.From.Freeze(fset), Evidence: k.Evidence, Claim: k.Claim}
}

// Thaw turns a stored key into a Key in terms of the function it was stored for.
func (k *FactKey) Thaw() *Key {
	return &Key{Name: k.Name, From: k.From.Thaw(), Evidence: k.Evidence, Claim: k.Claim}
}

func (f *FactSet) says() bool {
	if len(f.Keys)+len(f.Clients)+len(f.Methods) > 0 {
		return true
	}
	for _, l := range f.Leaves {
		if l.Kind == Volatile {
			return true
		}
	}
	return false
}

// fact imports the fact of a function of another package, nil if there is none.
func (r *engine) fact(obj *types.Func) *Fact {
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == r.pass.Pkg || !r.hasFacts(obj.Pkg()) {
		return nil
	}
	f := new(Fact)
	if !r.pass.ImportObjectFact(obj.Origin(), f) {
		return nil
	}
	return f
}
