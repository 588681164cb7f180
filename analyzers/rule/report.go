package rule

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/trace"
)

// Finding is one report.
type Finding struct {
	Pos, End token.Pos
	Level    Level
	Evidence trace.Evidence
	Message  string       // lower case, no full stop
	Trace    []trace.Step // from source to sink
	Help     string       // what to change
	Fixes    []analysis.SuggestedFix
	// About is the way to the effect the finding is about: its calls in this package, from the outermost to the one that performs the
	// effect or leaves the package. Rules that rank lower stay silent about it (see Orders). Empty: it competes with no other rule.
	About []token.Pos
	// Also are the ways to other effects that the finding is about as well.
	Also [][]token.Pos
	// As is the finding's place in the order where that is not the rule's name.
	As string
}

// Report reports a finding, unless a comment silences it, or the configuration: the level asked for, test code, generated files,
// paths. The comment is asked first: one that silences what would not be shown anyway is not one that silences nothing.
// The trace and the help travel as related information, which every driver shows in its own way.
func Report(pass *analysis.Pass, info *Info, f Finding) {
	if !f.Pos.IsValid() {
		return
	}
	if !f.End.IsValid() {
		f.End = endOf(pass, f.Pos)
	}
	c, reasonless := comments(pass).Find(info.Name, f.Pos, f.End)
	if o := outcomeOf(pass); o != nil {
		if c != nil {
			o.Used[c] = true
		} else if reasonless != nil {
			o.Reasonless[reasonless] = true
		}
	}
	as := f.As
	if as == "" {
		as = info.Name
	}
	if by := yields(pass, as, f.About); by != "" {
		Silent(pass, f.Pos, "%s: not shown, since %s reports the same effect", f.Message, by)
		return
	}
	if o := outcomeOf(pass); o != nil {
		o.held = append(o.held, f)
		if len(f.About) > 0 && f.Level > Advice {
			// Whatever the user says of this finding holds for the defect: what is silenced does not come back under another name.
			for _, calls := range append([][]token.Pos{f.About}, f.Also...) {
				o.subjects = append(o.subjects, subject{as, calls})
			}
		}
	}
	v := config.Of(pass).Judge(pass, info.Name, f.Level, f.Pos)
	if c != nil {
		if o := outcomeOf(pass); o != nil && v.Silent == "" {
			o.Silenced = append(o.Silenced, Silenced{diagnostic(info, f), c.Reason})
		}
		Silent(pass, f.Pos, "%s: silenced by the comment in line %d: %s", f.Message, pass.Fset.Position(c.Pos).Line, c.Reason)
		return
	}
	if v.Silent != "" {
		Silent(pass, f.Pos, "%s: not shown, since %s", f.Message, v.Silent)
		return
	}
	f.Level = v.Level
	pass.Report(diagnostic(info, f))
}

// endOf gives editors something to underline: the end of the expression that a finding stands at, if it ends in the same line.
func endOf(pass *analysis.Pass, pos token.Pos) token.Pos {
	for _, f := range pass.Files {
		if pos < f.FileStart || f.FileEnd <= pos {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(f, pos, pos+1)
		if len(path) == 0 {
			return token.NoPos
		}
		if _, ok := path[0].(ast.Expr); ok && pass.Fset.Position(path[0].End()).Line == pass.Fset.Position(pos).Line {
			return path[0].End()
		}
	}
	return token.NoPos
}

func diagnostic(info *Info, f Finding) analysis.Diagnostic {
	d := analysis.Diagnostic{
		Pos:            f.Pos,
		End:            f.End,
		Message:        Message(info.Name, f.Message),
		Category:       f.Level.String() + "/" + f.Evidence.String(),
		URL:            info.URL(),
		SuggestedFixes: f.Fixes,
	}
	for _, s := range f.Trace {
		r := analysis.RelatedInformation{Pos: s.Pos, Message: s.Text}
		if !s.Pos.IsValid() {
			// Learnt from a fact of another package, where positions do not survive: the place is told in words.
			r.Pos = f.Pos
			if s.Posn != "" {
				r.Message += " at " + s.Posn
			}
		}
		d.Related = append(d.Related, r)
	}
	if f.Help != "" {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: f.Pos, Message: HelpPrefix + f.Help})
	}
	return d
}

// HelpPrefix begins the last related line of a finding, the one that says what to change.
const HelpPrefix = "help: "
