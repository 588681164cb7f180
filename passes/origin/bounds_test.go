package origin_test

import (
	"testing"

	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/passtest"
)

func TestBounds(t *testing.T) {
	passtest.Bounds(t, func(p *passtest.Package) {
		res := p.Run(t, origin.Analyzer).(*origin.Result)
		for _, fn := range p.Run(t, ir.Analyzer).(*ir.Lazy).Program().Funcs {
			res.Sinks(fn)
		}
	}, nil)
}
