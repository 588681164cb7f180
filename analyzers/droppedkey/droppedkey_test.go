package droppedkey_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/droppedkey"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, droppedkey.Analyzer, "droppedkey", "droppedkey/far") }
