package attempts_test

import (
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/trace"
)

// show reports every scope where it stands, what is known of every function, and what encloses every call of a function named probe.
var show = &analysis.Analyzer{
	Name: "show", Doc: "show attempt scopes", Run: runShow,
	Requires: []*analysis.Analyzer{attempts.Analyzer, ir.Analyzer},
}

var (
	kinds  = []string{"retry loop", "status loop", "wrapper", "recursion", "reschedule", "redelivery", "failover", "transport"}
	unders = []string{"any failure", "nothing done", "conflict"}
)

func runShow(pass *analysis.Pass) (any, error) {
	res := pass.ResultOf[attempts.Analyzer].(*attempts.Result)
	for _, s := range res.Scopes() {
		what := kinds[s.Kind] + ", " + unders[s.Under]
		if s.Evidence == trace.Likely {
			what += ", likely"
		}
		switch s.Kind {
		case attempts.Wrapper:
			what += ": " + s.Name
		case attempts.Redelivery:
			what += ": " + s.Fn.Name() + " " + s.Entry
		case attempts.Transport:
			what += ": " + s.Fn.Name()
		default:
			what += ": " + calledName(s.Call)
		}
		pass.Reportf(s.Pos, "%s", what)
	}
	for _, r := range res.Registrations() {
		pass.Reportf(r.At.Pos(), "registration of %s by %s", r.Handler.Name(), r.Name)
	}
	for _, obj := range pass.TypesInfo.Defs {
		if fn, ok := obj.(*types.Func); ok {
			if params := res.RetriedParams(fn); len(params) > 0 {
				pass.Reportf(fn.Pos(), "retries %v", params)
			}
			if res.RetriesRequest(fn) {
				pass.Reportf(fn.Pos(), "retries its request")
			}
		}
	}
	prog := pass.ResultOf[ir.Analyzer].(*ir.Lazy).Program()
	for _, fn := range prog.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || calledName(call) != "probe" {
					continue
				}
				var names []string
				for _, s := range res.Enclosing(call) {
					names = append(names, s.Name)
				}
				if len(names) == 0 {
					pass.Reportf(call.Pos(), "probe in nothing")
				} else {
					pass.Reportf(call.Pos(), "probe in: %s", strings.Join(names, ", "))
				}
			}
		}
	}
	return nil, nil
}

func calledName(c ssa.CallInstruction) string {
	switch v := c.Common().Value.(type) {
	case *ssa.Parameter:
		if !c.Common().IsInvoke() {
			return v.Name()
		}
	case *ssa.Function:
		return v.Name()
	case *ssa.MakeClosure:
		return v.Fn.Name()
	}
	if c.Common().IsInvoke() {
		return c.Common().Method.Name()
	}
	return "func"
}

func TestScopes(t *testing.T) {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	// One group of packages a load: the transports need net/http, which takes seconds.
	for _, group := range [][]string{
		{"attempts/loops"},
		{"attempts/again", "attempts/wrap"},
		{"attempts/handlers", "attempts/handlers/far"},
		{"attempts/dispatch", "attempts/dispatch/bus"},
		{"attempts/transport"},
	} {
		t.Run(filepath.Base(group[0]), func(t *testing.T) { analysistest.Run(t, dir, show, group...) })
	}
}
