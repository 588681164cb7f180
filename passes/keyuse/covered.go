package keyuse

import (
	"go/token"
	"slices"
)

// Covered knows which defects were reported. A use is the same defect as a reported one if one of them got its key from where the
// other's is born or set: further out, or at another effect. Two keys that come out of one generator are two.
type Covered struct {
	own, way map[token.Pos]bool
}

// Add notes a reported use.
func (c *Covered) Add(u *Use) {
	if c.own == nil {
		c.own, c.way = map[token.Pos]bool{}, map[token.Pos]bool{}
	}
	for _, p := range u.own() {
		c.own[p] = true
	}
	for _, p := range u.Places() {
		c.way[p] = true
	}
}

// Has reports whether a use is the same defect as a reported one.
func (c *Covered) Has(u *Use) bool {
	return slices.ContainsFunc(u.own(), func(p token.Pos) bool { return c.way[p] }) ||
		slices.ContainsFunc(u.Places(), func(p token.Pos) bool { return c.own[p] })
}

// own are the positions that are this use's alone: where its key is born or comes in, and where it is set.
func (u *Use) own() []token.Pos {
	out := []token.Pos{u.Pos()}
	if p := u.Leaf.Mint().Pos(); p.IsValid() {
		out = append(out, p)
	}
	return out
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
