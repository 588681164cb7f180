package volatilekey_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/volatilekey"
	"github.com/idemlint/idemlint/analyzers/rule/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, volatilekey.Analyzer, "volatilekey", "volatilekey/web") }
