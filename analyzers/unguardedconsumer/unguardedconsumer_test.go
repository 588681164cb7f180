package unguardedconsumer_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/unguardedconsumer"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) {
	passtest.Rule(t, unguardedconsumer.Analyzer, "unguardedconsumer", "unguardedconsumer/mux")
}
