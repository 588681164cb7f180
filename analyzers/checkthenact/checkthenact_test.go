package checkthenact_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/checkthenact"
	"github.com/idemlint/idemlint/analyzers/rule/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, checkthenact.Analyzer, "checkthenact") }
