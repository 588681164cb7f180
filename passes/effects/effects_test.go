package effects_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/passtest"
	"github.com/idemlint/idemlint/passes/trace"
)

var classes = []string{"read", "set", "accumulate", "external"}

// TestEffects shows the effects of every call that has some, and the facts.
func TestEffects(t *testing.T) {
	show := *effects.Analyzer
	show.Run = func(pass *analysis.Pass) (any, error) {
		out, err := effects.Analyzer.Run(pass)
		if err != nil {
			return nil, err
		}
		res := out.(*effects.Result)
		if res.Program() == nil {
			return res, nil
		}
		for _, fn := range res.Program().Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if call, ok := instr.(ssa.CallInstruction); ok && call.Pos().IsValid() {
						for _, e := range res.Of(call) {
							pass.Reportf(call.Pos(), "%s", text(e))
						}
					}
				}
			}
		}
		return res, nil
	}
	passtest.Run(t, &show, "effects", "effects/far", "effects/web", "models/shop")
}

// text writes an effect in one line: class, domain, operation, how keyed, and what else there is to say.
func text(e *effects.Effect) string {
	parts := []string{classes[e.Class], string(e.Domain), e.Op}
	switch {
	case e.Keyed():
		for _, k := range e.Keys {
			parts = append(parts, "keyed by", k.Name)
		}
	case e.OpenMethod:
		parts = append(parts, "by whatever method")
	case e.Open:
		parts = append(parts, "open")
	case !e.Unkeyed():
		parts = append(parts, "neither keyed nor not")
	default:
		parts = append(parts, "unkeyed")
	}
	if e.Mints {
		parts = append(parts, "mints")
	}
	if e.Keyless {
		parts = append(parts, "keyless")
	}
	if name := e.Resender(); name != "" {
		parts = append(parts, "resent by", name)
	}
	if e.Retried != "" {
		parts = append(parts, "retried by", e.Retried)
	}
	if e.Again {
		parts = append(parts, "again")
	}
	if e.Evidence == trace.Likely {
		parts = append(parts, "likely")
	}
	for _, s := range e.Via {
		parts = append(parts, "> "+s.Text)
	}
	return strings.Join(parts, " ")
}
