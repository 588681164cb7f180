package accumulate_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/accumulate"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, accumulate.Analyzer, "accumulate") }
