package origin_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/passtest"
	"github.com/idemlint/idemlint/passes/trace"
)

// TestOrigin shows where the arguments of functions named probe come from, and the facts.
func TestOrigin(t *testing.T) {
	show := *origin.Analyzer
	show.Run = func(pass *analysis.Pass) (any, error) {
		out, err := origin.Analyzer.Run(pass)
		if err != nil {
			return nil, err
		}
		res := out.(*origin.Result)
		if res.Program() == nil {
			return res, nil
		}
		for _, fn := range res.Program().Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if call, ok := instr.(*ssa.Call); ok && calls(call, "probe") {
						pass.Reportf(call.Pos(), "%s", text(res.At(probed(call), call)))
					}
				}
			}
			for _, k := range res.Sinks(fn) {
				pass.Reportf(k.Pos(), "sink %s", keyText(k))
			}
		}
		return res, nil
	}
	passtest.Run(t, &show, "origin", "origin/far", "origin/far/further")
}

func calls(call *ssa.Call, name string) bool {
	fn := call.Common().StaticCallee()
	if fn != nil && fn.Origin() != nil {
		fn = fn.Origin()
	}
	return fn != nil && fn.Name() == name
}

// probed is the argument itself: probe takes any, so that it is boxed.
func probed(call *ssa.Call) ssa.Value {
	v := call.Common().Args[0]
	if mi, ok := v.(*ssa.MakeInterface); ok {
		return mi.X
	}
	return v
}

var (
	kinds   = []string{"const", "param", "captured", "field", "global", "result of", "volatile", "received", "built", "period", "counter", "unknown"}
	sources = []string{"", "random", "clock", "process", "attempt", "order"}
)

// text writes a set in one line: the leaves, "?" after those that are alternatives, "~" after those that are likely only.
func text(s *origin.Set) string {
	var parts []string
	for _, l := range s.Leaves {
		part := kinds[l.Kind]
		if l.Kind == origin.Volatile {
			part = sources[l.Source]
		}
		if l.Text != "" || l.Kind == origin.Const {
			part += " " + l.Text
		}
		part += l.Path
		if l.Alt != 0 {
			part += "?"
		}
		if l.Default {
			part += " by default"
		}
		if l.Entity {
			part += " as identity"
		}
		if l.Indirect() {
			part += " by call"
		}
		if l.Evidence == trace.Likely {
			part += "~"
		}
		parts = append(parts, part)
	}
	out := strings.Join(parts, " + ")
	if out == "" {
		out = "nothing"
	}
	for _, k := range s.Keys {
		out += "; key " + keyText(k)
	}
	for _, m := range s.Methods {
		out += "; method " + m
	}
	for _, c := range s.Clients {
		out += "; client " + c.Kind
	}
	if s.Cut {
		out += "; cut"
	}
	return out
}

func keyText(k *origin.Key) string {
	out := k.Name + " = " + text(k.From)
	if k.Claim {
		out = "claim " + out
	}
	return out
}
