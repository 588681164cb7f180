package passtest

import (
	"syscall"
	"testing"
	"time"

	"github.com/idemlint/idemlint/passes/ir"
)

// adversary is a program whose size grows with n.
type adversary struct {
	name string
	n    int // the size at which a fraction of a second is expected
	text func(n int) string
}

// Bounds runs an analysis over adversarial programs and holds its time near to linear: four times the program may take some ten
// times as long at most. The processor's time is compared, not the clock's, and again if need be: the machine may have other work.
// known gives, by name, the reason why an adversary is left out.
func Bounds(t *testing.T, run func(p *Package), known map[string]string) {
	for _, a := range adversaries {
		t.Run(a.name, func(t *testing.T) {
			if why := known[a.name]; why != "" {
				t.Skip(why)
			}
			n := a.n
			if testing.Short() && n > 20 { // what doubles has to reach its budget
				n /= 4
			}
			var small, large time.Duration
			for range 3 {
				small, large = cost(t, a.text(n), run), cost(t, a.text(4*n), run)
				t.Logf("%d: %v, %d: %v", n, small, 4*n, large)
				if large < 10*small+200*time.Millisecond {
					return
				}
				if large > 5*time.Second {
					break
				}
			}
			t.Errorf("%d takes %v, %d takes %v", n, small, 4*n, large)
		})
	}
}

func cost(t *testing.T, text string, run func(p *Package)) time.Duration {
	p := Source(t, head+text, libraries)
	if p.Run(t, ir.Analyzer).(*ir.Lazy).Program() == nil {
		t.Fatal("no SSA")
	}
	start := processor(t)
	run(p)
	return processor(t) - start
}

func processor(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}
