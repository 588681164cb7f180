package claims

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/words"
)

// State is what a row says about how far the work is that it stands for.
type State struct {
	Column string
	Value  string // the text, or the name of the constant
	// Members are the values that the state's type has, where it has constants: by text, or by name where they are numbers.
	Members []string
	Type    string // name of that type
}

// cond is a comparison of a WHERE clause.
type cond struct {
	name  string
	op    string
	toks  []string
	arg   ssa.Value // the argument it comes from, if any
	clock bool      // computed from the database's time
	more  []string  // the other elements of a list, where they stand in the text
}

// InProgress reports whether the state says that the work goes on: nobody knows yet how it ends.
func (s *State) InProgress() bool { return goesOn(s.Value) }

// Rests reports whether an update moves a row to a state in which nothing has begun: pending, queued.
func (o *Op) Rests() bool {
	for _, s := range o.Sets {
		if !isStateColumn(s.Name) || len(s.Toks) != 1 || s.Toks[0][0] != '=' {
			continue
		}
		if text := strings.Trim(s.Toks[0][1:], "'"); is(text, waitWords) {
			return true
		}
	}
	return false
}

var waitWords = words.Set("pending queued waiting new created open ready scheduled retry requeued todo")

// OnlyEnds reports whether every value that the state can have says that the work has ended, well or badly. False where any
// value says something else, or nothing that is understood.
func (s *State) OnlyEnds() bool {
	if !is(s.Value, endWords) {
		return false
	}
	for _, m := range s.Members {
		if !is(m, endWords) {
			return false
		}
	}
	return true
}

var (
	progressWords = words.Set("processing progress inprogress running sending started working executing inflight submitting dispatching claimed locked busy reserved charging paying publishing delivering")
	endWords      = words.Set("done complete completed finished processed handled sent delivered paid success succeeded successful ok applied settled executed published " +
		"booked charged refunded captured confirmed issued shipped closed ended resolved " +
		"failed failure error errored refused rejected declined cancelled canceled aborted dead skipped bounced expired")
)

func is(value string, list map[string]bool) bool {
	ws := words.Split(value)
	for _, w := range ws {
		if w == "not" || w == "un" || w == "to" || w == "be" {
			return false // "not processed", "to be sent"
		}
	}
	return slices.ContainsFunc(ws, func(w string) bool { return list[w] })
}

// goesOn reports whether a state's name says that the work has begun and not ended: one of a list, or a form in -ing.
func goesOn(value string) bool {
	if is(value, progressWords) {
		return true
	}
	ws := words.Split(value)
	return len(ws) > 0 && strings.HasSuffix(ws[len(ws)-1], "ing") && !restWords[ws[len(ws)-1]]
}

// restWords end in -ing and say that nothing has begun.
var restWords = words.Set("pending waiting missing outstanding upcoming incoming existing remaining awaiting nothing string ping ring thing setting")

func isStateColumn(name string) bool { return words.IsState(name) }

// Chooses reports whether rows in a certain state are chosen.
func (o *Op) Chooses(state string) bool {
	for _, c := range o.conds {
		if isStateColumn(c.name) && (c.op == "=" || c.op == "in") && (slices.Contains(stateTexts(c), state) || slices.Contains(c.more, state)) {
			return true
		}
	}
	return false
}

// stateIn notes the state that a written column holds. A flag "done" is a state as well, with nothing before it.
func (r *engine) stateIn(op *Op, column string, val ssa.Value, lit string) {
	if op.State != nil {
		return
	}
	lit = strings.Trim(lit, "'")
	text, typ := constText(val)
	if val == nil {
		text = lit
	}
	if text == "" {
		return
	}
	switch {
	case isStateColumn(column) || typ != nil && ends(typ):
		op.State = &State{Column: column, Value: text}
		if typ != nil {
			op.State.Type = typ.Obj().Name()
			op.State.Members = members(typ)
			if name := memberName(typ, val); name != "" {
				op.State.Value = name
			}
		}
	case text == "true" && is(column, endWords):
		op.State = &State{Column: column, Value: column}
	}
}

// ends: a type of several constants, all of which say that something has ended.
func ends(t *types.Named) bool {
	list := members(t)
	return len(list) > 1 && !slices.ContainsFunc(list, func(m string) bool { return !is(m, endWords) })
}

// stateOfRow notes the state in a row that is given as a struct.
func (r *engine) stateOfRow(op *Op, row ssa.Value, at ssa.Instruction) {
	m := r.modelOf(row.Type())
	if mi, ok := row.(*ssa.MakeInterface); ok {
		row, m = mi.X, r.modelOf(mi.X.Type())
	}
	if m == nil {
		return
	}
	root, _ := addrOf(row)
	for _, f := range m.Fields {
		if val := r.fieldStore(root, f.Path); val != nil {
			r.stateIn(op, f.Column, val, "")
		}
	}
}

// constText reads a constant and the named type it has, if its package declares one.
func constText(v ssa.Value) (string, *types.Named) {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	if cv, ok := v.(*ssa.Convert); ok {
		v = cv.X
	}
	if cv, ok := v.(*ssa.ChangeType); ok {
		v = cv.X
	}
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return "", nil
	}
	n, _ := types.Unalias(c.Type()).(*types.Named)
	if c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value), n
	}
	return c.Value.ExactString(), n
}

const maxMembers = 40

// members lists the constants of a type: texts by their value, numbers by their name.
func members(t *types.Named) []string {
	var out []string
	eachMember(t, func(c *types.Const) {
		if c.Val().Kind() == constant.String {
			out = append(out, constant.StringVal(c.Val()))
		} else {
			out = append(out, c.Name())
		}
	})
	return out
}

// memberName names the constant of a type that is no text.
func memberName(t *types.Named, v ssa.Value) (name string) {
	text, _ := constText(v)
	eachMember(t, func(c *types.Const) {
		if c.Val().Kind() != constant.String && c.Val().ExactString() == text && name == "" {
			name = c.Name()
		}
	})
	return name
}

func eachMember(t *types.Named, f func(*types.Const)) {
	if t.Obj().Pkg() == nil {
		return
	}
	scope, n := t.Obj().Pkg().Scope(), 0
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(c.Type(), t) && n < maxMembers {
			f(c)
			n++
		}
	}
}

var (
	ageWords   = words.Set("at time on until expires expiry heartbeat deadline since updated started modified date seen touched ts timestamp")
	leaseWords = words.Set("locked lease leased claimed heartbeat started taken picked reserved progress processing attempt attempted owner")
	planWords  = words.Set("next schedule scheduled due run send available visible retry publish deliver delivery deleted not begin start valid effective")
)

// ages reads from conditions whether they choose rows whose time lies before some moment, and what they say of the rows' state.
func (r *engine) ages(conds []cond) (old, lease bool, states []string) {
	for _, c := range conds {
		ws := words.Split(c.name)
		in := func(list map[string]bool) bool {
			return slices.ContainsFunc(ws, func(w string) bool { return list[w] })
		}
		switch c.op {
		case "<", "<=":
			if (in(ageWords) || c.clock || slices.Contains(c.toks, markClock)) && !in(planWords) {
				old = true
				lease = lease || in(leaseWords)
			}
		case "=", "in":
			if isStateColumn(c.name) {
				for _, t := range stateTexts(c) {
					states = append(states, "="+t)
				}
				for _, t := range variables(c.toks) {
					states = append(states, t)
				}
			}
		}
	}
	return old, lease, states
}

// choose notes on an operation that its conditions choose rows of work that has begun by their age.
func (r *engine) choose(op *Op) {
	old, lease, states := r.ages(op.conds)
	if !old {
		return
	}
	op.ofState = states
	op.Aged = lease || going(states)
}

// going reports whether one of the states, as tokens, is known to say that the work goes on.
func going(states []string) bool {
	return slices.ContainsFunc(states, func(t string) bool { return t[0] == '=' && goesOn(t[1:]) })
}

// stateTexts gives what a condition compares a state with.
func stateTexts(c cond) []string {
	var out []string
	for _, v := range spread(c.arg) {
		if text, typ := constText(v); text != "" {
			out = append(out, text)
			if typ != nil {
				out = append(out, memberName(typ, v))
			}
		}
	}
	for _, t := range c.toks {
		if t[0] == '=' {
			out = append(out, strings.Trim(t[1:], "'"))
		}
	}
	return out
}

// payload reports whether a written row holds more than one value that is neither constant nor a time nor a state.
func payload(cols []Col) bool {
	n := 0
	for i := range cols {
		c := &cols[i]
		if len(variables(c.Toks)) > 0 && !c.Unset() && !words.IsTime(c.Name) && c.Fresh() == "" && !isStateColumn(c.Name) {
			n++
		}
	}
	return n > 1
}
