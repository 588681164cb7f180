package guard_test

import (
	"testing"

	"github.com/idemlint/idemlint/passes/guard"
	"github.com/idemlint/idemlint/passes/passtest"
)

// Facts of functions are held by the comments of the packages; the answers by the rules that ask.
func Test(t *testing.T) {
	passtest.Run(t, guard.Analyzer, "unguardedconsumer/handlers", "accumulate/ledger")
}
