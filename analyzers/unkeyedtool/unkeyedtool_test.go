package unkeyedtool_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/unkeyedtool"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, unkeyedtool.Analyzer, "unkeyedtool", "unkeyedtool/house") }
