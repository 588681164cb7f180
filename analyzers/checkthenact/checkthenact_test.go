package checkthenact_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/idemlint/idemlint/analyzers/checkthenact"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) {
	passtest.Rule(t, checkthenact.Analyzer, "checkthenact", "checkthenact/taught", "checkthenact/stores")
}

func TestFixes(t *testing.T) {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, dir, checkthenact.Analyzer, "checkthenact/fix")
}
