package ignoredclaim_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/ignoredclaim"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, ignoredclaim.Analyzer, "ignoredclaim") }
