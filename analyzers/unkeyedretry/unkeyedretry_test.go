package unkeyedretry_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/idemlint/idemlint/analyzers/unkeyedretry"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) {
	passtest.Rule(t, unkeyedretry.Analyzer, "unkeyedretry", "unkeyedretry/web", "unkeyedretry/layers", "unkeyedretry/layers/named", "unkeyedretry/hidden")
}

func TestFixes(t *testing.T) {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, dir, unkeyedretry.Analyzer, "unkeyedretry/fix")
}
