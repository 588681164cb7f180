package rule

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/observed"
	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/trace"
)

// Program is what the part of a rule sees that decides over the whole program: the observations of all packages of the main module
// and the schemas that its migration files make. Positions are words here, "file:line:column" with absolute names: packages were
// analysed in processes of their own.
type Program struct {
	// Records are the observations, by position.
	Records []observed.Record
	// Schemas are those that the tables of the program may live in: one for each directory of migrations, one for what the packages
	// themselves say. One is often a copy of another (tests, examples, another dialect).
	Schemas []*schema.Schema
	// Sink takes what the rule finds.
	Sink Sink
}

// Sink takes what a program rule finds.
type Sink interface {
	// Report adds a finding.
	Report(Placed)
	// Withdraw takes back a finding that the rule reported in a package, whether or not a comment silences it there.
	Withdraw(old Reported, why string)
	// Silent notes that the rule looked at a place and why it reports nothing there.
	Silent(posn, why string)
}

// Mark is a place told in words.
type Mark = observed.Mark

// PlaceOf is a place that a schema names.
func PlaceOf(p schema.Place, text string) Mark {
	return Mark{Posn: fmt.Sprintf("%s:%d:%d", p.File, max(p.Line, 1), max(p.Col, 1)), Text: text}
}

// Placed is a finding at a place that is told in words.
type Placed struct {
	Mark
	// Else is where it stands if the place lies where nothing is reported: outside the module, in test code, in a generated file.
	Else     Mark
	Level    Level
	Evidence trace.Evidence
	Message  string // lower case, no full stop
	Trace    []Mark // from source to sink
	Help     string // what to change
	// Silenced is the reason of a comment that silences the finding, where the package knew of one.
	Silenced string
	// Subject names what the finding is about, in words that stay the same when code moves: it stands in the fingerprint for the
	// code at the position, which may be a whole file of SQL.
	Subject string
}

// Reported names a finding of a package: where it stands and what it says.
type Reported struct{ Posn, Message string }

// Of gives the records of a kind.
func (p *Program) Of(kind observed.Kind) []observed.Record {
	var out []observed.Record
	for _, r := range p.Records {
		if r.Kind == kind {
			out = append(out, r)
		}
	}
	return out
}

// Observe tells the program part of a rule what its part in a package has seen. Nothing comes of it elsewhere than in our driver.
func Observe(pass *analysis.Pass, item observed.Item) {
	if o := outcomeOf(pass); o != nil && item.Pos.IsValid() {
		o.Observed = append(o.Observed, item)
	}
}

// Silences gives the reason of the comment that would silence the rule at pos, "" if there is none. The comment counts as used:
// whether there is something to silence, only who sees the whole program can tell.
func Silences(pass *analysis.Pass, info *Info, pos token.Pos) string {
	c, _ := comments(pass).Find(info.Name, pos, endOf(pass, pos))
	if c == nil {
		return ""
	}
	if o := outcomeOf(pass); o != nil {
		o.Used[c] = true
	}
	return c.Reason
}

// Message is a finding's text as every driver prints it: go vet and golangci-lint show no name of a rule, so it carries that.
func Message(rule, text string) string { return fmt.Sprintf("%s (%s)", text, rule) }
