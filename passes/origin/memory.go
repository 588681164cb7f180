package origin

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/words"
)

// A mutation is one write into an object, found by following the object's aliases forward.
type mutation struct {
	path  path
	instr ssa.Instruction // the write, in the function of the object or in a closure
	val   ssa.Value       // what is written, in terms of instr's function; nil where the rest says it
	// strong: what was there before is gone.
	strong bool
	// key is set where the write makes the value an idempotency key.
	key *keyMark
	// fill: the object is filled with data from outside (Scan, Unmarshal) or with random bytes.
	fill string
	// calls: the write happens in the callee of instr; inner is in terms of that callee.
	callee *ssa.Function
	inner  *mutation
	// fact: the same for a callee of another package.
	fact *FactSet
	// client: the write tells a client to send requests again.
	client *ClientMark
	// appends: the write adds to what is there (hash, builder), in order.
	appends bool
	// mapKey is the key of a map update that is not constant.
	mapKey ssa.Value
}

type keyMark struct {
	name   string
	likely bool
	claim  bool
}

const (
	maxAliases   = 400
	maxMutations = 300
	maxDepth     = 6 // of calls that write through a parameter
)

// collect lists the writes into an object in a fixed order: that of the aliases' referrers.
func (r *engine) collect(root ssa.Value, depth int) []*mutation {
	if m, ok := r.muts[root]; ok {
		return m
	}
	if depth > maxDepth {
		return nil
	}
	r.muts[root] = nil // recursion through a parameter adds nothing new
	c := &collector{r: r, depth: depth, seen: map[ssa.Value]bool{}}
	c.add(root, nil)
	for len(c.work) > 0 && len(c.seen) < maxAliases && len(c.out) < maxMutations {
		it := c.work[0]
		c.work = c.work[1:]
		c.visit(it.v, it.p)
	}
	r.muts[root] = c.out
	return c.out
}

type collector struct {
	r     *engine
	depth int
	seen  map[ssa.Value]bool
	work  []aliasItem
	out   []*mutation
}

type aliasItem struct {
	v ssa.Value
	p path
}

func (c *collector) add(v ssa.Value, p path) {
	if v != nil && !c.seen[v] && len(p) <= 8 {
		c.seen[v] = true
		c.work = append(c.work, aliasItem{v, p})
	}
}

func (c *collector) visit(a ssa.Value, p path) {
	refs := a.Referrers()
	if refs == nil {
		return
	}
	for _, instr := range *refs {
		switch i := instr.(type) {
		case *ssa.Store:
			if i.Addr == a {
				c.out = append(c.out, &mutation{path: p, instr: i, val: i.Val, strong: p.exact(), key: c.fieldKey(a, p)})
				c.clientField(i, a, p)
			} else if isRef(a.Type()) {
				c.stored(i.Addr, a, p)
			}
		case *ssa.FieldAddr:
			if i.X == a {
				if _, f := structField(i.X.Type(), i.Field); f != nil {
					c.add(i, p.then("."+f.Name()))
				}
			}
		case *ssa.IndexAddr:
			if i.X == a {
				c.add(i, p.then(anyElem))
			}
		case *ssa.UnOp:
			if isRef(i.Type()) {
				c.add(i, p)
			}
		case *ssa.MapUpdate:
			if i.Map == a {
				c.mapUpdate(i, p)
			}
		case *ssa.Slice, *ssa.Phi, *ssa.ChangeType, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Convert:
			c.add(instr.(ssa.Value), p)
		case *ssa.TypeAssert:
			c.add(i, p)
		case *ssa.Extract:
			c.add(i, p)
		case *ssa.MakeClosure:
			fn := i.Fn.(*ssa.Function)
			for n, b := range i.Bindings {
				if b == a && n < len(fn.FreeVars) {
					c.add(fn.FreeVars[n], p)
				}
			}
		case ssa.CallInstruction:
			c.call(i, a, p)
		}
	}
}

// stored follows a reference stored into a local variable: what is loaded from the variable is an alias. Stored into the slice of
// a variadic call, it is an argument of that call.
func (c *collector) stored(addr, a ssa.Value, p path) {
	switch addr := addr.(type) {
	case *ssa.IndexAddr:
		if call := variadicCall(addr.X); call != nil {
			c.variadicArg(call, a, p)
		}
	case *ssa.Alloc, *ssa.FreeVar:
		c.loads(addr, p, 0)
		if fv, ok := addr.(*ssa.FreeVar); ok {
			for _, b := range c.r.bindings(fv) {
				c.loads(b, p, 0)
			}
		}
	}
}

// loads adds the loads of a variable, in closures that capture it as well.
func (c *collector) loads(cell ssa.Value, p path, depth int) {
	refs := cell.Referrers()
	if refs == nil || depth > 4 {
		return
	}
	for _, instr := range *refs {
		switch i := instr.(type) {
		case *ssa.UnOp:
			c.add(i, p)
		case *ssa.MakeClosure:
			fn := i.Fn.(*ssa.Function)
			for n, b := range i.Bindings {
				if b == cell && n < len(fn.FreeVars) {
					c.loads(fn.FreeVars[n], p, depth+1)
				}
			}
		}
	}
}

func (c *collector) mapUpdate(i *ssa.MapUpdate, p path) {
	m := &mutation{instr: i, val: i.Value}
	if elem := elemOf(i.Key); elem != anyElem {
		m.path, m.strong = p.then(elem), p.exact()
		if name, ok := constString(i.Key); ok && c.r.keyEntry(name, i.Value.Type()) {
			m.key = &keyMark{name: name + " entry"}
		}
	} else {
		m.path, m.mapKey = p.then(anyElem), i.Key
	}
	c.out = append(c.out, m)
}

// keyEntry: a map entry or header is a key if its name says so whole, and its value is text (not a schema or a nested object).
func (r *engine) keyEntry(name string, t types.Type) bool {
	if !words.IsKey(name) && !r.cat.HeaderIsKey(name) {
		return false
	}
	return textLike(t)
}

func textLike(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Pointer:
		return textLike(u.Elem())
	case *types.Slice:
		return textLike(u.Elem()) || types.Identical(u.Elem(), types.Typ[types.Byte])
	case *types.Array:
		return types.Identical(u.Elem(), types.Typ[types.Byte])
	case *types.Interface:
		return true
	}
	return false
}

// clientField notes a field that makes a client send requests again.
func (c *collector) clientField(i *ssa.Store, addr ssa.Value, p path) {
	fa, ok := addr.(*ssa.FieldAddr)
	if !ok || len(p) == 0 {
		return
	}
	owner, f := structField(fa.X.Type(), fa.Field)
	if f == nil {
		return
	}
	for _, e := range c.r.cat.Field(owner, f.Name(), catalog.RetryClient) {
		m := &ClientMark{Symbol: e.Sym.String() + "." + f.Name(), Kind: e.Attr("option"), Posts: e.Attr("posts") == "yes"}
		if k, ok := i.Val.(*ssa.Const); ok && m.Kind == "count" && k.Value != nil && k.Value.ExactString() == "0" {
			m.Kind = "off"
		}
		if m.Kind == "condition" && c.r.spares(i.Val) {
			m.Kind = "guarded"
		}
		c.out = append(c.out, &mutation{path: p[:len(p)-1], instr: i, client: m})
	}
}

// fieldKey judges the last field of the address a store goes to.
func (c *collector) fieldKey(addr ssa.Value, p path) *keyMark {
	fa, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	return c.r.fieldMark(fa.X.Type(), fa.Field)
}

func (r *engine) fieldMark(structType types.Type, index int) *keyMark {
	owner, f := structField(structType, index)
	if f == nil {
		return nil
	}
	name := typeName(owner) + "." + f.Name()
	if len(r.cat.Field(owner, f.Name(), catalog.KeyNot)) > 0 {
		return nil
	}
	if len(r.cat.Field(owner, f.Name(), catalog.KeySink)) > 0 {
		return &keyMark{name: name}
	}
	if words.IsKey(f.Name()) && textLike(f.Type()) {
		return &keyMark{name: name}
	}
	return nil
}

func constString(v ssa.Value) (string, bool) {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Convert:
			v = x.X
		case *ssa.Const:
			if x.Value != nil && x.Value.Kind() == constant.String {
				return constant.StringVal(x.Value), true
			}
			return "", false
		default:
			return "", false
		}
	}
}

// bindings gives what a captured variable is bound to where the closure is made.
func (r *engine) bindings(fv *ssa.FreeVar) []ssa.Value {
	fn := fv.Parent()
	idx := -1
	for i, v := range fn.FreeVars {
		if v == fv {
			idx = i
		}
	}
	if idx < 0 || fn.Parent() == nil {
		return nil
	}
	var out []ssa.Value
	for _, mc := range r.closures[fn] {
		if idx < len(mc.Bindings) {
			out = append(out, mc.Bindings[idx])
		}
	}
	return out
}
