// Package unseen is the vocabulary for what could not be judged. Silence must not read as safe, so a pass that met
// something it could not see through says so, and the driver shows it beside the findings.
//
// A pass takes part by giving its result the method of Source; nothing else is needed, see analyzers.Unseen.
package unseen

import "go/token"

// Kind says what was not seen.
type Kind string

// The kinds, as they are shown to the user.
const (
	Interface Kind = "interface" // an effect behind an interface with no implementation in view
	SQL       Kind = "sql"       // a statement whose text could not be read
	Budget    Kind = "budget"    // a walk that was cut short
)

// Item is one thing that was not seen.
type Item struct {
	Pos  token.Pos
	Kind Kind
	Text string // what it is, lower case, no full stop
	Help string // the directive or configuration line that would mend it; may be empty
}

// Source is the result of a pass that meets things it cannot see.
type Source interface {
	// Unseen lists them; the order does not matter.
	Unseen() []Item
}
