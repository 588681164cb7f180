package effects_test

import (
	"testing"

	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/passtest"
)

func TestBounds(t *testing.T) {
	passtest.Bounds(t, func(p *passtest.Package) { p.Run(t, effects.Analyzer) }, nil)
}

// BenchmarkEffects judges the calls of a package of 300 functions; what origin did before is not counted.
func BenchmarkEffects(b *testing.B) {
	p := passtest.Service(b, 100)
	p.Run(b, effects.Analyzer)
	b.ReportAllocs()
	for b.Loop() {
		p.Forget(effects.Analyzer)
		p.Run(b, effects.Analyzer)
	}
}
