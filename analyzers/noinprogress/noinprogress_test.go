package noinprogress_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/noinprogress"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, noinprogress.Analyzer, "noinprogress") }
