package takeover_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/takeover"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, takeover.Analyzer, "takeover") }
