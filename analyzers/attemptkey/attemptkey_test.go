package attemptkey_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/idemlint/idemlint/analyzers/attemptkey"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) {
	passtest.Rule(t, attemptkey.Analyzer, "attemptkey", "attemptkey/web", "attemptkey/taught")
}

func TestFixes(t *testing.T) {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, dir, attemptkey.Analyzer, "attemptkey/fix")
}
