package keyuse

import (
	"go/token"
	"slices"
)

// Covered holds the places of the uses that were reported: a second use of the same key, further out or at another effect, is the same defect.
type Covered map[token.Pos]bool

// Add notes a reported use.
func (c Covered) Add(u *Use) {
	for _, p := range u.Places() {
		c[p] = true
	}
}

// Has reports whether a use shares its key's birth, or a step from there, with a reported one.
func (c Covered) Has(u *Use) bool {
	return slices.ContainsFunc(u.Places(), func(p token.Pos) bool { return p.IsValid() && c[p] })
}

// InnermostFirst orders uses so that those whose key is born in their own function come before those that see it through a call.
func InnermostFirst(uses []*Use) []*Use {
	out := slices.Clone(uses)
	slices.SortStableFunc(out, func(a, b *Use) int { return rank(a) - rank(b) })
	return out
}

func rank(u *Use) int {
	if u.Leaf.Indirect() {
		return len(u.Leaf.Steps) + 1
	}
	return 0
}
