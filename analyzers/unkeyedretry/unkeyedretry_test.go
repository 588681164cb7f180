package unkeyedretry_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/unkeyedretry"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, unkeyedretry.Analyzer, "unkeyedretry", "unkeyedretry/web") }
