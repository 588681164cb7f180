package unknownasfailed_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/unknownasfailed"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, unknownasfailed.Analyzer, "unknownasfailed") }
