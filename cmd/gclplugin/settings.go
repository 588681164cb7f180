package gclplugin

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/nearest"
)

// settings are values for the flags of the command, by the flags' names: the plugin is asked for what the command is asked
// for, and where .idemlint.yml says otherwise the settings win as the flags do there.
type settings map[string]string

// readers tell for each setting how it is read into the text of its flag.
var readers = map[string]func(v any, rules []string) (string, error){
	"level":     readLevel,
	"rules":     readRules,
	"tests":     readBool,
	"generated": readBool,
	"models":    readModels,
}

// decode reads what stands in the configuration of golangci-lint. The first mistake, in the order of keys, is the error.
func decode(raw any, rules []rule.Entry) (settings, error) {
	if raw == nil {
		return settings{}, nil
	}
	m, ok := raw.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("settings: %v: want a mapping with any of %s", raw, nearest.List(slices.Sorted(maps.Keys(readers))))
	}
	names := ruleNames(rules)
	s := settings{}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		read := readers[key]
		if read == nil {
			return nil, fmt.Errorf("settings: unknown key %q: %s", key, nearest.Want(key, slices.Sorted(maps.Keys(readers))))
		}
		text, err := read(m[key], names)
		if err != nil {
			return nil, fmt.Errorf("settings: %s: %w", key, err)
		}
		s[key] = text
	}
	return s, nil
}

func readLevel(v any, _ []string) (string, error) {
	var valid []string
	for _, l := range config.Levels() {
		valid = append(valid, l.String())
	}
	if text, ok := v.(string); ok && slices.Contains(valid, text) {
		return text, nil
	}
	return "", fmt.Errorf("unknown level %q: %s", fmt.Sprint(v), nearest.Want(fmt.Sprint(v), valid))
}

func readRules(v any, rules []string) (string, error) {
	items, err := list(v)
	if err != nil {
		return "", err
	}
	for _, item := range items {
		if name := strings.TrimPrefix(item, "-"); !slices.Contains(rules, name) {
			return "", fmt.Errorf("unknown rule %q: %s", name, nearest.Want(name, rules))
		}
	}
	return strings.Join(items, ","), nil
}

func readBool(v any, _ []string) (string, error) {
	if b, ok := v.(bool); ok {
		return fmt.Sprint(b), nil
	}
	return "", fmt.Errorf("%q: want true or false", fmt.Sprint(v))
}

// readModels checks the lines: what is wrong with one is to be told once, not for every package.
func readModels(v any, _ []string) (string, error) {
	lines, err := list(v)
	if text, ok := v.(string); ok {
		lines, err = strings.Split(text, "\n"), nil
	}
	if err != nil {
		return "", err
	}
	text := strings.Join(lines, "\n")
	if _, err := catalog.Default().With("models", text); err != nil {
		return "", err
	}
	return text, nil
}

func list(v any) ([]string, error) {
	items, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("%q: want a list", fmt.Sprint(v))
	}
	var out []string
	for _, item := range items {
		text, ok := item.(string)
		if !ok {
			return nil, fmt.Errorf("%q: want a word", fmt.Sprint(item))
		}
		out = append(out, strings.TrimSpace(text))
	}
	return out, nil
}

// apply sets the flags.
func (s settings) apply() error {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if err := config.Analyzer.Flags.Set(name, s[name]); err != nil {
			return fmt.Errorf("settings: %s: %w", name, err)
		}
	}
	return nil
}

// rules is the selection among the rules.
func (s settings) rules() config.Selection { return config.ParseSelection(s["rules"]) }

func ruleNames(rules []rule.Entry) []string {
	var names []string
	for _, r := range rules {
		names = append(names, r.Name)
	}
	return names
}
