package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/passes/passtest"
	"github.com/idemlint/idemlint/passes/schema"
)

// BenchmarkGate is what a package pays that speaks of no table.
func BenchmarkGate(b *testing.B) {
	p := passtest.Service(b, 300)
	for b.Loop() {
		p.Forget(schema.Analyzer)
		p.Run(b, schema.Analyzer)
	}
}

// BenchmarkText reads two hundred tables that stand in the code.
func BenchmarkText(b *testing.B) {
	var text strings.Builder
	text.WriteString("package p\n")
	for i := range 200 {
		fmt.Fprintf(&text, "const t%d = `CREATE TABLE t%d (id bigserial PRIMARY KEY, k text NOT NULL, at timestamptz DEFAULT now()); CREATE UNIQUE INDEX u%d ON t%d (k)`\n", i, i, i, i)
	}
	p := passtest.Source(b, text.String(), nil)
	for b.Loop() {
		p.Forget(schema.Analyzer)
		p.Run(b, schema.Analyzer)
	}
}

// TestBounds holds the pass to linear time, and to no panic, on programs made to break it.
func TestBounds(t *testing.T) {
	passtest.Bounds(t, func(p *passtest.Package) { p.Run(t, schema.Analyzer).(*schema.Result).Said() }, nil)
}
