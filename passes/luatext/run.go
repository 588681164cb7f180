package luatext

import (
	"maps"
	"strings"
)

// value is what is known of a value.
type value struct {
	Reply
	ref  Ref
	True bool // Lua's true, which redis answers as 1
}

// asked is the key whose presence the two runs differ in: the first one that the script asks for.
type asked struct{ key, member Ref }

type outcome struct {
	reply Reply
	wrote bool
}

type state struct {
	vars    map[string]value
	present bool
	wrote   bool
}

type machine struct {
	asked    asked
	outcomes []outcome
	steps    int
	failed   bool
}

const (
	maxSteps    = 20000
	maxOutcomes = 64
)

// run runs a script as if the key it asks for were absent or present. Where a branch cannot be decided, both ways are gone.
func run(body []*node, present bool) *machine {
	m := &machine{}
	m.block(body, &state{vars: map[string]value{}, present: present}, func(s *state) {
		m.end(Reply{Kind: Nil}, s)
	})
	return m
}

func (m *machine) end(r Reply, s *state) {
	if len(m.outcomes) >= maxOutcomes {
		m.failed = true
		return
	}
	m.outcomes = append(m.outcomes, outcome{r, s.wrote})
}

// block runs statements; next is what comes after them.
func (m *machine) block(body []*node, s *state, next func(*state)) {
	for i, n := range body {
		if m.steps++; m.steps > maxSteps || m.failed {
			m.failed = true
			return
		}
		switch n.op {
		case "set":
			s.vars[n.text] = m.eval(n.kids[0], s)
		case "do":
			m.eval(n.kids[0], s)
		case "return":
			r := Reply{Kind: Nil}
			if len(n.kids) > 0 {
				r = m.eval(n.kids[0], s).reply()
			}
			m.end(r, s)
			return
		case "if":
			m.branch(n, 0, s, func(s *state) { m.block(body[i+1:], s, next) })
			return
		}
	}
	next(s)
}

func (m *machine) branch(n *node, i int, s *state, next func(*state)) {
	if i >= len(n.kids) {
		if i < len(n.blocks) {
			m.block(n.blocks[i], s, next)
		} else {
			next(s)
		}
		return
	}
	yes, no := m.eval(n.kids[i], s).truth()
	if yes && no {
		other := *s
		other.vars = maps.Clone(s.vars)
		m.block(n.blocks[i], &other, next)
	} else if yes {
		m.block(n.blocks[i], s, next)
	}
	if no {
		m.branch(n, i+1, s, next)
	}
}

// truth says whether a value may be true, and whether it may be false. Only nil and false are false.
func (v value) truth() (yes, no bool) {
	switch v.Kind {
	case Unknown:
		return true, true
	case Nil:
		return false, true
	}
	return true, false
}

func (v value) reply() Reply {
	if v.True {
		return Reply{Kind: Number, Num: 1}
	}
	return v.Reply
}

func num(n float64) value { return value{Reply: Reply{Kind: Number, Num: n}} }
func text(s string) value { return value{Reply: Reply{Kind: Text, Text: s}} }
func truth(b bool) value {
	if b {
		return value{Reply: Reply{Kind: Text}, True: true}
	}
	return value{Reply: Reply{Kind: Nil}}
}

func (m *machine) eval(n *node, s *state) value {
	if m.steps++; m.steps > maxSteps {
		m.failed = true
		return value{}
	}
	switch n.op {
	case "num":
		return num(n.num)
	case "str":
		return text(n.text)
	case "nil", "false":
		return value{Reply: Reply{Kind: Nil}}
	case "true":
		return truth(true)
	case "name":
		return s.vars[n.text]
	case "index":
		if i := m.eval(n.kids[1], s); (n.text == "KEYS" || n.text == "ARGV") && i.Kind == Number && i.Num >= 1 && i.Num < 100 {
			return value{ref: Ref{n.text, int(i.Num)}}
		}
	case "call":
		return m.call(n, s)
	case "table":
		out := value{}
		for _, k := range n.kids {
			m.eval(k, s)
		}
		return out
	case "unary not":
		yes, no := m.eval(n.kids[0], s).truth()
		if yes != no {
			return truth(no)
		}
	case "unary -":
		if v := m.eval(n.kids[0], s); v.Kind == Number {
			return num(-v.Num)
		}
	case "and", "or":
		left := m.eval(n.kids[0], s)
		yes, no := left.truth()
		switch {
		case yes && no:
			m.eval(n.kids[1], s)
			return value{}
		case yes == (n.op == "or"):
			return left
		}
		return m.eval(n.kids[1], s)
	case "..":
		// A key put together has the identity of its first variable part.
		left, right := m.eval(n.kids[0], s), m.eval(n.kids[1], s)
		if left.ref.Of == "" {
			left.ref = right.ref
		}
		return value{ref: left.ref}
	case "==", "~=", "<", ">", "<=", ">=":
		return compare(n.op, m.eval(n.kids[0], s), m.eval(n.kids[1], s))
	}
	return value{}
}

func compare(op string, a, b value) value {
	if a.Kind == Unknown || b.Kind == Unknown {
		return value{}
	}
	if op == "==" || op == "~=" {
		eq := a.Kind == b.Kind && a.True == b.True
		if eq && a.Kind == Text && !a.True {
			if a.Text == "" || b.Text == "" {
				return value{} // a stored text
			}
			eq = a.Text == b.Text
		}
		if eq && a.Kind == Number {
			eq = a.Num == b.Num
		}
		return truth(eq == (op == "=="))
	}
	if a.Kind != Number || b.Kind != Number {
		return value{}
	}
	switch op {
	case "<":
		return truth(a.Num < b.Num)
	case ">":
		return truth(a.Num > b.Num)
	case "<=":
		return truth(a.Num <= b.Num)
	}
	return truth(a.Num >= b.Num)
}

func (m *machine) call(n *node, s *state) value {
	args := make([]value, 0, len(n.kids))
	for _, k := range n.kids {
		args = append(args, m.eval(k, s))
	}
	switch n.text {
	case "redis.call", "redis.pcall":
		if len(args) >= 2 && args[0].Kind == Text {
			return m.command(strings.ToLower(args[0].Text), args[1:], s)
		}
	case "tonumber", "tostring":
		if len(args) > 0 && (args[0].Kind == Number || args[0].Kind == Nil) {
			return args[0]
		}
	case "redis.error_reply":
		return value{Reply: Reply{Kind: Error}}
	case "redis.status_reply":
		if len(args) > 0 {
			return args[0]
		}
	}
	return value{}
}

// command runs a redis command on the key that the script asks for; of other keys nothing is known.
func (m *machine) command(cmd string, args []value, s *state) value {
	key := asked{key: args[0].ref}
	inKey := len(args) > 1 && (strings.HasPrefix(cmd, "h") || strings.HasPrefix(cmd, "s") && strings.Contains(cmd, "mem") || cmd == "sadd")
	if inKey {
		key.member = args[1].ref
	}
	ask := func() bool {
		if m.asked.key.Of == "" {
			m.asked = key
		}
		return key == m.asked
	}
	write := func() {
		if key.key == m.asked.key && (m.asked.member.Of == "" || key.member == m.asked.member) && key.key.Of != "" {
			s.wrote, s.present = true, true
		}
	}
	nx := false
	for _, a := range args[1:] {
		nx = nx || a.Kind == Text && strings.EqualFold(a.Text, "nx")
	}
	switch {
	case cmd == "set" && nx:
		if !ask() {
			return value{}
		}
		if s.present {
			return value{Reply: Reply{Kind: Nil}}
		}
		write()
		return text("OK")
	case cmd == "setnx" || cmd == "hsetnx" || cmd == "sadd":
		if !ask() {
			write()
			return value{}
		}
		if s.present {
			return num(0)
		}
		write()
		return num(1)
	case cmd == "exists" || cmd == "sismember" || cmd == "hexists":
		if ask() {
			if s.present {
				return num(1)
			}
			return num(0)
		}
	case cmd == "get" || cmd == "hget":
		if ask() {
			if s.present {
				return text("")
			}
			return value{Reply: Reply{Kind: Nil}}
		}
	case cmd == "set" || cmd == "setex" || cmd == "psetex" || cmd == "hset" || cmd == "hmset":
		write()
		return text("OK")
	}
	return value{}
}
