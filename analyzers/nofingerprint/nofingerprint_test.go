package nofingerprint_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/nofingerprint"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, nofingerprint.Analyzer, "nofingerprint") }
