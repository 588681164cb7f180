package volatilekey_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/volatilekey"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) {
	passtest.Rule(t, volatilekey.Analyzer, "volatilekey", "volatilekey/refs", "volatilekey/web")
}
