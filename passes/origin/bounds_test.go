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

// BenchmarkOrigin walks a package of 300 functions.
func BenchmarkOrigin(b *testing.B) {
	p := passtest.Service(b, 100)
	prog := p.Run(b, ir.Analyzer).(*ir.Lazy).Program()
	b.ReportAllocs()
	for b.Loop() {
		p.Forget(origin.Analyzer)
		res := p.Run(b, origin.Analyzer).(*origin.Result)
		for _, fn := range prog.Funcs {
			res.Sinks(fn)
		}
	}
}
