package claims

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// staleWords name predicates over a row that ask whether its time is up.
var staleWords = words.Set("stale stuck hung hanging orphaned abandoned old timedout overdue")

// writers hand what they are given to whoever asked, if they are methods of the thing that answers.
var writers = words.Set("Write WriteString Data JSON JSONBlob JSONPretty PureJSON IndentedJSON SecureJSON AsciiJSON XML XMLBlob Blob String HTML Encode Render Send SendString SendStream Status " +
	"Copy WriteTo Fprint Fprintf Fprintln")

func (f *rowFlow) call(x ssa.CallInstruction, v ssa.Value) {
	if f.op != nil && x == f.op.Site {
		return
	}
	c := x.Common()
	callee := origin.Callee(c)
	if callee == nil {
		if val, ok := x.(ssa.Value); ok {
			f.add(val)
		}
		return
	}
	args := origin.Args(c)
	recv := hasRecv(callee) && len(args) > 0 && args[0] == v
	path := ""
	if callee.Pkg() != nil {
		path = callee.Pkg().Path()
	}
	switch {
	case !recv && logs(path):
		return
	case !recv && (writers[callee.Name()] || f.responds(args)):
		if callee.Name() != "WriteHeader" && callee.Name() != "Status" {
			f.answer(x)
		}
		return
	}
	res, hasRes := x.(ssa.Value)
	if hasRes && path == "time" && isBool(res.Type()) {
		f.aged(res, 0)
		return
	}
	// What reads the row into variables: row.Scan(&a, &b), json.Unmarshal(raw, &a), cursor.Decode(&a).
	if recv || len(f.r.cat.Func(callee, catalog.Fill)) > 0 || len(f.r.cat.Func(callee, catalog.Flow)) > 0 || path == "encoding/json" {
		for _, a := range args {
			for _, s := range spread(a) {
				if s == nil || s == v {
					continue
				}
				if root, _ := addrOf(s); root != nil {
					switch root.(type) {
					case *ssa.Alloc, *ssa.FreeVar:
						f.into(root, x)
					}
				}
			}
		}
	}
	if !hasRes {
		return
	}
	if f.compares(x, callee, args, v) {
		f.row.compares = append(f.row.compares, res)
		return
	}
	if isBool(res.Type()) {
		// A predicate over the row alone.
		if slices.ContainsFunc(words.Split(callee.Name()), func(w string) bool { return staleWords[w] }) {
			f.aged(res, 0)
		}
		return
	}
	f.add(res)
}

// compares: a function that is given a part of the row and something else, and answers yes or no or with an error.
func (f *rowFlow) compares(x ssa.CallInstruction, callee *types.Func, args []ssa.Value, v ssa.Value) bool {
	res := x.Common().Signature().Results()
	if res.Len() == 0 {
		return false
	}
	t := res.At(res.Len() - 1).Type()
	if !isBool(t) && !isError(t) && callee.Name() != "ConstantTimeCompare" && callee.Name() != "Compare" {
		return false
	}
	if len(f.r.cat.Func(callee, catalog.Fill)) > 0 || callee.Name() == "Scan" || callee.Name() == "Unmarshal" || callee.Name() == "Decode" {
		return false
	}
	for _, a := range args {
		for _, s := range spread(a) {
			if s == nil || s == v || f.row.seen[s] {
				continue
			}
			if mi, ok := s.(*ssa.MakeInterface); ok {
				s = mi.X
			}
			if _, c := s.(*ssa.Const); c || isContext(s.Type()) || isError(s.Type()) || f.row.seen[s] || f.clock(s) {
				continue
			}
			if textual(s.Type()) || isBytes(s.Type()) || isStruct(s.Type()) {
				return true
			}
		}
	}
	return false
}

// responds: a helper that is given the thing that answers.
func (f *rowFlow) responds(args []ssa.Value) bool {
	for _, a := range args {
		if IsResponder(a.Type()) {
			return true
		}
	}
	return false
}

// IsResponder reports whether a type is what a handler answers with: an http.ResponseWriter, or a web framework's context.
func IsResponder(t types.Type) bool {
	if has(t, "WriteHeader") && has(t, "Header") && has(t, "Write") {
		return true
	}
	return has(t, "JSON") && (has(t, "Status") || has(t, "String") || has(t, "SendString") || has(t, "NoContent"))
}

func isContext(t types.Type) bool { return has(t, "Deadline") && has(t, "Done") && !IsResponder(t) }

func isBytes(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	case *types.Array:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	}
	return false
}

func isStruct(t types.Type) bool { _, ok := deref(t).Underlying().(*types.Struct); return ok }

func logs(path string) bool {
	return path == "log" || path == "log/slog" || strings.Contains(path, "zap") || strings.Contains(path, "zerolog") || strings.Contains(path, "logrus") || strings.HasSuffix(path, "/log") || strings.HasSuffix(path, "/logger")
}
