package claims

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/luatext"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/sqltext"
)

// command is a redis command with its arguments in the order of the wire, however the client lets it be written: as texts
// (`conn.Do("SET", key, value, "NX")`), or by a chain of calls (`b.Set().Key(key).Value(value).Nx().Build()`).
type command struct {
	name  string
	args  []ssa.Value
	words map[string]bool // options among the arguments
}

// spoken reads a command that is given as a list of texts and values. first is the command's name where that stands alone.
func spoken(first ssa.Value, rest []ssa.Value) *command {
	if first == nil && len(rest) > 0 {
		first, rest = rest[0], rest[1:]
	}
	name, ok := commandOf(first)
	if !ok || len(rest) == 0 || rest[0] == nil {
		return nil
	}
	c := &command{name: name, args: rest, words: map[string]bool{}}
	for _, v := range rest[1:] {
		if t, ok := commandOf(v); ok {
			c.words[t] = true
		}
	}
	return c
}

const maxChain = 40

// chained reads a command that a chain of calls builds: the first call is its name, the others are its arguments and options.
func chained(v ssa.Value) *command {
	c := &command{words: map[string]bool{}}
	var parts [][]ssa.Value
	pkg := ""
	for range maxChain {
		call, ok := v.(*ssa.Call)
		if !ok {
			break
		}
		callee := origin.Callee(&call.Call)
		if callee == nil || callee.Pkg() == nil || !hasRecv(callee) || len(call.Call.Args) == 0 || pkg != "" && callee.Pkg().Path() != pkg {
			break
		}
		pkg, c.name = callee.Pkg().Path(), strings.ToUpper(callee.Name())
		var vals []ssa.Value
		for _, a := range call.Call.Args[1:] {
			vals = append(vals, spread(a)...)
		}
		c.words[c.name] = true
		parts = append(parts, vals)
		v = call.Call.Args[0]
	}
	for i := len(parts) - 1; i >= 0; i-- {
		c.args = append(c.args, parts[i]...)
	}
	if c.name == "ARBITRARY" {
		return spoken(nil, c.args)
	}
	if c.name == "" || len(c.args) == 0 || c.args[0] == nil {
		return nil
	}
	return c
}

// ofWire reads a call that sends a command to redis.
func (r *engine) ofWire(op *Op, e *catalog.Entry, args []ssa.Value) *Op {
	if e.Arg < 0 || e.Arg >= len(args) {
		return nil
	}
	var c *command
	raw := false
	switch subject := args[e.Arg]; {
	case e.Attr("value") != "": // the name, and the arguments behind it
		if i := attrInt(e, "value"); i < len(args) {
			c, raw = spoken(subject, spread(args[i])), true
		}
	case e.Variadic:
		c = spoken(nil, spread(subject))
	default:
		c = chained(subject)
	}
	if c == nil {
		return nil
	}
	return r.ofCommand(op, c, raw)
}

func (r *engine) ofCommand(op *Op, c *command, raw bool) *Op {
	call := op.Site.(ssa.CallInstruction)
	keys := c.args[:1]
	pair := c.args[:min(2, len(c.args))]
	op.Name, op.Store = c.name, "redis"
	how := ""
	switch c.name {
	case "EXISTS":
		op.Kind, how = Check, "exists"
	case "GET":
		op.Kind, how = Check, "get"
	case "HEXISTS", "SISMEMBER":
		op.Kind, how, keys = Check, "exists", pair
	case "HGET":
		op.Kind, how, keys = Check, "get", pair
	case "SET", "SETEX":
		op.Kind, op.Conflict = Record, sqltext.DoUpdate
		if c.words["NX"] {
			op.Kind, op.Conflict, how = Claim, sqltext.Fail, "reply"
		}
	case "SETNX":
		op.Kind, how = Claim, "claim"
	case "HSETNX":
		op.Kind, how, keys = Claim, "claim", pair
	case "SADD":
		op.Kind, how, keys = Claim, "claim", pair
	case "ZADD":
		if !c.words["NX"] {
			return nil
		}
		op.Kind, how, keys = Claim, "claim", append(c.args[:1:1], c.args[len(c.args)-1])
	case "HSET":
		op.Kind, op.Conflict, keys = Record, sqltext.DoUpdate, pair
	case "DEL", "UNLINK":
		op.Kind = Delete
	case "INCR":
		if !firstOnly(r.cat, call) {
			return nil
		}
		op.Kind, how = Claim, "incr"
	case "EVAL":
		if len(c.args) < 3 {
			return nil
		}
		n, ok := intOf(c.args[1])
		if !ok {
			return nil
		}
		return r.ofScript(op, r.text(unboxed(c.args[0]), 0), nil, c.args[2:], n, raw)
	default:
		return nil
	}
	if op.Kind == Claim && !answerRead(call) && (raw || how != "reply" || !errorRead(call)) {
		op.Kind, op.Conflict = Record, sqltext.DoNothing
	}
	if how == "reply" && op.Kind == Claim {
		op.replies(replyOK, replyNone, raw)
	} else {
		op.answers(how)
		if raw && how == "get" {
			op.replies(luatext.Reply{Kind: luatext.Text}, replyNone, raw)
		}
	}
	op.Cols = []Col{{}}
	for _, k := range keys {
		op.Cols[0].Toks = append(op.Cols[0].Toks, r.tokens(k, "", op.Site)...)
	}
	return op
}

func commandOf(v ssa.Value) (string, bool) {
	t := constString(v)
	return strings.ToUpper(t), t != ""
}

func unboxed(v ssa.Value) ssa.Value {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		return mi.X
	}
	return v
}

// errorRead reports whether the error that comes with the answer is looked at.
func errorRead(call ssa.CallInstruction) bool {
	v, ok := call.(ssa.Value)
	if !ok || v.Referrers() == nil {
		return false
	}
	if isError(v.Type()) {
		return len(*v.Referrers()) > 0
	}
	for _, ref := range *v.Referrers() {
		switch x := ref.(type) {
		case *ssa.Extract:
			if isError(x.Type()) && x.Referrers() != nil && len(*x.Referrers()) > 0 {
				return true
			}
		case *ssa.Return, *ssa.Store:
			return true
		case *ssa.Call:
			// cmd.Err(), cmd.Result()
			if callee := origin.Callee(&x.Call); callee != nil && hasRecv(callee) && len(x.Call.Args) > 0 && x.Call.Args[0] == v && errorRead(x) {
				return true
			}
		}
	}
	return false
}
