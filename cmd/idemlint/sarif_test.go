package main

import (
	"bytes"
	"testing"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report/reporttest"
)

// TestCheckoutSARIF: what the real rules find, say of themselves and suggest is valid SARIF.
func TestCheckoutSARIF(t *testing.T) {
	if testing.Short() {
		t.Skip("downloads and compiles stripe-go and pgx")
	}
	data := output(t, "../../examples/checkout", 1, "idemlint", "-level=advice", "-format=sarif", "./...")
	reporttest.ValidSARIF(t, "internal/sarif/testdata/sarif-schema-2.1.0.json", data)
	for _, r := range analyzers.Rules {
		if !bytes.Contains(data, []byte(`"helpUri": "`+r.URL()+`"`)) {
			t.Errorf("rule %s is not described", r.Name)
		}
	}
	if !bytes.Contains(data, []byte(`"uri": "examples/checkout/payments/retry.go"`)) && !bytes.Contains(data, []byte(`"uri": "payments/retry.go"`)) {
		t.Error("payments/retry.go is not named relative to a root")
	}
}
