package attemptkey_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/attemptkey"
	"github.com/idemlint/idemlint/analyzers/rule/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, attemptkey.Analyzer, "attemptkey") }
