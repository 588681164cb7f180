package attemptkey_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/attemptkey"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) {
	passtest.Rule(t, attemptkey.Analyzer, "attemptkey", "attemptkey/web", "attemptkey/taught")
}
