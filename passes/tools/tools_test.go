package tools_test

import (
	"testing"

	"github.com/idemlint/idemlint/passes/passtest"
	"github.com/idemlint/idemlint/passes/tools"
)

// Test holds the facts; what is found is tested with the rules.
func Test(t *testing.T) { passtest.Run(t, tools.Analyzer, "tools/kit") }
