package inhand

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// root is the object that an address or a part belongs to.
func root(v ssa.Value) ssa.Value {
	for range 20 {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.TypeAssert:
			v = x.X
		default:
			return v
		}
	}
	return v
}

// holds: a type that may hold a key for others.
func holds(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Interface, *types.Chan:
		return true
	}
	return false
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

func literalOf(v ssa.Value) *ssa.Function {
	switch x := v.(type) {
	case *ssa.MakeClosure:
		fn, _ := x.Fn.(*ssa.Function)
		return fn
	case *ssa.Function:
		if x.Parent() != nil {
			return x
		}
	}
	return nil
}

// logger: a type of a package that only tells what happened.
func logger(t types.Type) bool {
	n, ok := types.Unalias(deref(t)).(*types.Named)
	return ok && n.Obj().Pkg() != nil && tells(n.Obj().Pkg().Path())
}

func tells(path string) bool {
	if strings.Contains(path, "opentelemetry") || strings.Contains(path, "opentracing") || strings.Contains(path, "prometheus") {
		return true
	}
	switch path[strings.LastIndexByte(path, '/')+1:] {
	case "log", "slog", "zap", "zapcore", "zerolog", "logrus", "logr", "logger", "logging", "klog", "trace", "tracing", "metrics", "attribute", "telemetry":
		return true
	}
	return false
}

// ignores: a call that does nothing with what it is given but tell, count or compare.
func ignores(call ssa.CallInstruction) bool {
	obj := origin.Callee(call.Common())
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	if tells(obj.Pkg().Path()) {
		return true
	}
	sig := obj.Signature()
	return sig.Results().Len() == 1 && isBool(sig.Results().At(0).Type()) || sig.Results().Len() == 1 && isError(sig.Results().At(0).Type()) && obj.Pkg().Path() == "errors"
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// answers and asks judge a struct by the last word of its type's name.
func answers(t types.Type) bool {
	switch last(t) {
	case "response", "resp", "result", "reply", "output", "out", "config", "options", "settings":
		return true
	}
	return false
}

func asks(t types.Type) bool {
	switch last(t) {
	case "request", "req", "input", "params", "command", "cmd", "order", "message", "msg", "job", "task", "args":
		return true
	}
	return false
}

func last(t types.Type) string {
	w := words.Split(typeName(t))
	if len(w) == 0 {
		return ""
	}
	return w[len(w)-1]
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func typeName(t types.Type) string {
	if n, ok := types.Unalias(deref(t)).(*types.Named); ok {
		return n.Obj().Name()
	}
	return "struct"
}

// text: a string, or a pointer to one.
func text(t types.Type) bool {
	b, ok := deref(t).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func twoTexts(t types.Type) bool {
	tup, ok := t.(*types.Tuple)
	return ok && tup.Len() == 2 && text(tup.At(0).Type())
}

func constant1(v ssa.Value) (string, bool) {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

func refs(v ssa.Value) []ssa.Instruction {
	if r := v.Referrers(); r != nil {
		return *r
	}
	return nil
}
