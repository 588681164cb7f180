package claims

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

const maxDocDepth = 5

var docOps = map[string]string{"$eq": "=", "$in": "in", "$lt": "<", "$lte": "<=", "$gt": ">", "$gte": ">=", "$ne": "<>"}

// docConds reads the comparisons of a document that chooses others: {"status": "running", "started": {"$lt": t}}, alternatives too.
func (r *engine) docConds(v ssa.Value, at ssa.Instruction, depth int) []cond {
	if v == nil || depth > maxDocDepth {
		return nil
	}
	v = r.document(v)
	list, ok := r.entryList(v, at)
	if !ok {
		return nil
	}
	if len(list) == 0 {
		// A list of documents.
		var out []cond
		for _, e := range spread(v) {
			if e != nil && e != v {
				out = append(out, r.docConds(e, at, depth+1)...)
			}
		}
		return out
	}
	var out []cond
	for _, e := range list {
		if strings.HasPrefix(e.name, "$") {
			out = append(out, r.docConds(e.val, e.at, depth+1)...)
			continue
		}
		inner, ok := r.entryList(r.document(e.val), e.at)
		if !ok {
			out = append(out, cond{name: e.name, op: "=", toks: r.tokens(e.val, "", e.at), arg: e.val})
			continue
		}
		for _, in := range inner {
			if op := docOps[in.name]; op != "" {
				out = append(out, cond{name: e.name, op: op, toks: r.tokens(in.val, "", in.at), arg: in.val})
			}
		}
	}
	return out
}
