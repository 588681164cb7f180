package effects_test

import (
	"testing"

	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/passtest"
)

func TestBounds(t *testing.T) {
	passtest.Bounds(t, func(p *passtest.Package) { p.Run(t, effects.Analyzer) }, nil)
}
