package unkeyedcompensation_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/unkeyedcompensation"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, unkeyedcompensation.Analyzer, "unkeyedcompensation") }
