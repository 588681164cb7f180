package sharedkeyspace_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/sharedkeyspace"
	"github.com/idemlint/idemlint/analyzers/rule/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, sharedkeyspace.Analyzer, "sharedkeyspace") }
