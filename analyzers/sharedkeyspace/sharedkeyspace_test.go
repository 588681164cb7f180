package sharedkeyspace_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/sharedkeyspace"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, sharedkeyspace.Analyzer, "sharedkeyspace") }
