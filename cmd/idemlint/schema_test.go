package main

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/passes/config"
)

// TestConfigSchema: what an editor accepts by the schema is what the command accepts, and the other way round.
func TestConfigSchema(t *testing.T) {
	doc, err := os.ReadFile("../../docs/config.md")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.NewCompiler().Compile("../../docs/idemlint.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		fenced(t, string(doc), "yaml", 0): true,
		"{}":                              true,
		"level: warning":                  true,
		"level: warn":                     false,
		"levels: warning":                 false,
		"tests: true":                     true,
		"tests: 'maybe'":                  false,
		"rules: {unkeyedretry: off, checkthenact: advice}": true,
		"rules: {unkeyedretry: never}":                     false,
		"rules: {unkeydretry: off}":                        false,
		"rules: off":                                       false,
		"exclude: [a, b/**]":                               true,
		"exclude: a":                                       false,
		"paths: [{path: a, level: error}]":                 true,
		"paths: [{level: error}]":                          false,
		"paths: [{path: a, tests: true}]":                  false,
		"models: [carry a.b]":                              true,
		"models: {a: b}":                                   false,
		"windows: {stripe: 24h, a: 3d12h}":                 true,
		"windows: {stripe: 24}":                            false,
		"windows: {stripe: day}":                           false,
		"windows: {Stripe: 24h}":                           false,
	} {
		var v any
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		inst, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(inst); (err == nil) != want {
			t.Errorf("the schema on %q: %v", text, err)
		}
		f, err := config.Parse("x", []byte(text))
		if err == nil {
			err = f.Check(analyzers.Names(analyzers.Rules))
		}
		if (err == nil) != want {
			t.Errorf("the reader on %q: %v", text, err)
		}
	}
}
