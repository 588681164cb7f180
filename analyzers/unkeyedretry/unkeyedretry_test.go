package unkeyedretry_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/unkeyedretry"
	"github.com/idemlint/idemlint/analyzers/rule/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, unkeyedretry.Analyzer, "unkeyedretry") }
