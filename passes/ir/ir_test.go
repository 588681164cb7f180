package ir_test

import (
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/passtest"
)

func lazy(t *testing.T, text string, imports map[string]string) *ir.Lazy {
	return passtest.Source(t, text, imports).Run(t, ir.Analyzer).(*ir.Lazy)
}

func TestOrder(t *testing.T) {
	prog := lazy(t, `package p
var v = func() int { return 1 }()
func b() { func() { func() {}() }() }
type T struct{}
func (T) m() {}
func a[X any](X) {}
func none()
`, nil).Program()
	var names []string
	for i, fn := range prog.Funcs {
		names = append(names, fn.Name())
		if prog.Index(fn) != i || !prog.Has(fn) {
			t.Errorf("%s: index %d, want %d", fn.Name(), prog.Index(fn), i)
		}
	}
	want := []string{"b", "b$1", "b$1$1", "m", "a", "none", "init", "init$1"}
	if !slices.Equal(names, want) {
		t.Errorf("got %v, want %v: as in the source, a literal after its parent", names, want)
	}
	if other := new(ssa.Function); prog.Index(other) != -1 || prog.Has(other) {
		t.Error("a function of nowhere is known")
	}
}

// TestOnce holds that SSA is built when it is asked for, and once.
func TestOnce(t *testing.T) {
	l := lazy(t, "package p\nfunc f() {}\n", nil)
	if l.Program() == nil || l.Program() != l.Program() {
		t.Error("not one program")
	}
}

func TestNoReturn(t *testing.T) {
	prog := lazy(t, `package p
import ("os"; "log"; "example.com/os")
func exits(c bool) { if c { os.Exit(1) }; after() }
func fatal(c bool) { if c { log.Fatalf("x") }; after() }
func prints(c bool) { if c { log.Printf("x") }; after() }
func other(c bool) { if c { quits.Exit(1) }; after() }
func after() {}
`, map[string]string{
		"os":             "package os\nfunc Exit(int) {}\n",
		"log":            "package log\nfunc Fatalf(string) {}\nfunc Printf(string) {}\n",
		"example.com/os": "package quits\nfunc Exit(int) {}\n",
	}).Program()
	for name, ends := range map[string]bool{"exits": true, "fatal": true, "prints": false, "other": false} {
		then := prog.Pkg.Func(name).Blocks[1]
		if got := len(then.Succs) == 0; got != ends {
			t.Errorf("%s: the branch ends the process: %v, want %v", name, got, ends)
		}
	}
}

// TestIllTyped holds that half-typed code gives no program rather than a panic.
func TestIllTyped(t *testing.T) {
	res, err := ir.Analyzer.Run(&analysis.Pass{TypeErrors: []types.Error{{Msg: "undefined: x"}}})
	if err != nil || res.(*ir.Lazy).Program() != nil {
		t.Errorf("got %v, %v", res, err)
	}
}
