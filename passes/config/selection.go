package config

import (
	"slices"
	"strings"
)

// Selection says which rules run: "a,b" only these, "-c" all but this, "a,b,-b" what remains. The zero value is all rules.
type Selection struct {
	only, not []string
}

// ParseSelection reads a comma-separated list of rule names. It does not know the rules; see Names.
func ParseSelection(s string) Selection {
	var sel Selection
	for name := range strings.SplitSeq(s, ",") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
		case strings.HasPrefix(name, "-"):
			sel.not = append(sel.not, name[1:])
		default:
			sel.only = append(sel.only, name)
		}
	}
	return sel
}

// Has reports whether the rule is selected.
func (s Selection) Has(name string) bool {
	if slices.Contains(s.not, name) {
		return false
	}
	return len(s.only) == 0 || slices.Contains(s.only, name)
}

// Only reports whether the rule is asked for by its name.
func (s Selection) Only(name string) bool { return slices.Contains(s.only, name) }

// Names lists every rule named, for checking against the rules that exist.
func (s Selection) Names() []string { return slices.Concat(s.only, s.not) }

// String returns the selection in the notation that ParseSelection reads.
func (s Selection) String() string {
	parts := slices.Clone(s.only)
	for _, n := range s.not {
		parts = append(parts, "-"+n)
	}
	return strings.Join(parts, ",")
}

// Set implements flag.Value.
func (s *Selection) Set(text string) error {
	*s = ParseSelection(text)
	return nil
}
