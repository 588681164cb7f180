package nointent_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/nointent"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) {
	passtest.Rule(t, nointent.Analyzer, "nointent", "nointent/store", "nointent/store/desk")
}
