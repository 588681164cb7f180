package ackorder_test

import (
	"testing"

	"github.com/idemlint/idemlint/analyzers/ackorder"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) {
	passtest.Rule(t, ackorder.Analyzer, "ackorder", "ackorder/consume", "ackorder/plain", "ackorder/poll", "ackorder/hooks")
}
