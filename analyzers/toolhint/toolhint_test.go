package toolhint_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/toolhint"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, toolhint.Analyzer, "toolhint") }
