package dualwrite_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/dualwrite"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, dualwrite.Analyzer, "dualwrite") }
