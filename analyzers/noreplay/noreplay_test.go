package noreplay_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/noreplay"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, noreplay.Analyzer, "noreplay") }
