package claims

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/sqltext"
)

// ofCommand reads a redis command given as text: conn.Do("SET", key, value, "NX").
func (r *engine) ofCommand(op *Op, cmd string, args []ssa.Value) *Op {
	if len(args) < 2 {
		return nil
	}
	vals := spread(args[1])
	if len(vals) == 0 || vals[0] == nil {
		return nil
	}
	keys := vals[:1]
	how := ""
	op.Name = cmd
	switch cmd {
	case "EXISTS":
		op.Kind, how = Check, "exists"
	case "GET":
		op.Kind, how = Check, "get"
	case "HEXISTS", "SISMEMBER":
		op.Kind, how, keys = Check, "exists", vals[:min(2, len(vals))]
	case "HGET":
		op.Kind, how, keys = Check, "get", vals[:min(2, len(vals))]
	case "SET", "SETEX":
		op.Kind, op.Conflict = Record, sqltext.DoUpdate
		for _, v := range vals[1:] {
			if mi, ok := v.(*ssa.MakeInterface); ok {
				v = mi.X
			}
			if t, ok := commandOf(v); ok && t == "NX" {
				op.Kind, op.Conflict, how = Claim, sqltext.Fail, "claim"
			}
		}
	case "SETNX", "HSETNX":
		op.Kind, how = Claim, "claim"
	case "HSET", "SADD":
		op.Kind, op.Conflict, keys = Record, sqltext.DoUpdate, vals[:min(2, len(vals))]
	case "DEL", "UNLINK":
		op.Kind = Delete
	default:
		return nil
	}
	op.answers(how)
	op.Cols = []Col{{}}
	for _, k := range keys {
		op.Cols[0].Toks = append(op.Cols[0].Toks, r.tokens(k, "", op.Site)...)
	}
	return op
}
