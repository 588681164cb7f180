package ir_test

import (
	"go/types"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/ir"
)

// hidden reports whether Safe keeps a package from a pass.
func hidden(t *testing.T, path string, module *analysis.Module) bool {
	t.Helper()
	found := false
	pass := &analysis.Pass{Pkg: types.NewPackage(path, "p"), Module: module}
	_, err := ir.Safe(func(p *analysis.Pass) (any, error) { found = len(p.TypeErrors) > 0; return nil, nil })(pass)
	if err != nil || len(pass.TypeErrors) > 0 {
		t.Fatalf("%s: %v, %v", path, err, pass.TypeErrors)
	}
	return found
}

func TestKnownPackages(t *testing.T) {
	const stripe = "github.com/stripe/stripe-go/v82"
	for _, test := range []struct {
		path   string
		module *analysis.Module
		want   bool
	}{
		{"net/http", nil, true},
		{"net/http", &analysis.Module{}, true},
		{stripe + "/refund", &analysis.Module{Path: stripe, Version: "v82.0.0"}, true},
		{stripe + "/refund", &analysis.Module{Path: stripe}, false}, // under work
		{stripe + "/refund", nil, true},
		{"example.com/shop/orders", &analysis.Module{Path: "example.com/shop", Version: "v1.0.0"}, false},
		{"example.com/shop/orders", nil, false},
		{"log/audit", &analysis.Module{Path: "log/audit"}, false}, // a module may be called so
		{"attemptkey/bank", nil, false},
	} {
		if got := hidden(t, test.path, test.module); got != test.want {
			t.Errorf("%s of %v: hidden %v, want %v", test.path, test.module, got, test.want)
		}
	}
}

// TestSkipFlag holds that a driver can have everything analysed.
func TestSkipFlag(t *testing.T) {
	if err := ir.Analyzer.Flags.Set(ir.SkipFlag, "false"); err != nil {
		t.Fatal(err)
	}
	defer ir.Analyzer.Flags.Set(ir.SkipFlag, "true")
	if hidden(t, "net/http", nil) {
		t.Error("net/http is hidden although all was asked for")
	}
}

// TestStandard holds the list of what belongs to the standard library.
func TestStandard(t *testing.T) {
	out, err := exec.Command("go", "list", "std", "cmd").Output()
	if err != nil {
		t.Fatal(err)
	}
	for path := range strings.FieldsSeq(string(out)) {
		if !hidden(t, path, nil) {
			t.Errorf("%s is not known to belong to the standard library", path)
		}
	}
}
