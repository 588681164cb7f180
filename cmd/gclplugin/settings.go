package gclplugin

import (
	"crypto/sha256"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/config"
)

// settings are what the plugin was asked for.
type settings struct{ config *config.Config }

func decode(raw any, rules []rule.Entry) (*settings, error) {
	c := config.Default()
	if m, ok := raw.(map[string]any); ok {
		if l, ok := m["level"].(string); ok {
			if err := c.Level.Set(l); err != nil {
				return nil, err
			}
		}
	}
	return &settings{config: c}, nil
}

// apply hands the settings to the pass that all rules read them from.
func (s *settings) apply() error {
	return config.Analyzer.Flags.Set("level", s.config.Level.String())
}

// marker makes an analyzer that does nothing. golangci-lint knows issues in its cache by the names of the analyzers that
// made them, the settings and the version of the binary, but it does not know of a configuration file of ours: its hash is
// the name.
func (s *settings) marker() (*analysis.Analyzer, error) {
	h := sha256.New()
	if err := config.Hash(h); err != nil {
		return nil, err
	}
	return &analysis.Analyzer{
		Name: fmt.Sprintf("%s_%x", Name, h.Sum(nil)[:8]),
		Doc:  "stand for the content of the configuration file in the cache of golangci-lint",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}, nil
}
