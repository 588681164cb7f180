package splitclaim_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/splitclaim"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, splitclaim.Analyzer, "splitclaim") }
