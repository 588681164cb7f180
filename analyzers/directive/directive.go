package directive

import (
	_ "embed"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/models"
	"github.com/idemlint/idemlint/passes/suppress"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "directive", Group: "comments", Level: rule.Error, Scope: "package", Since: "unreleased", Doc: doc}

// Entry makes the rule that watches the comments about the other rules. It requires them: each rule is an analyzer of its own,
// and which comments it used is its result. So what is unused is known in every driver, and not only to one that sees all
// diagnostics. A rule that a driver switches off still runs for this one, in silence.
func Entry(others []rule.Entry) rule.Entry {
	c := checker{}
	requires := []*analysis.Analyzer{models.Analyzer}
	for _, r := range others {
		requires = append(requires, r.Analyzer)
		c.known = append(c.known, r.Name)
		if r.Scope == "package" {
			c.local = append(c.local, r.Name)
		}
	}
	c.known = append(c.known, Info.Name)
	return rule.Entry{Info: Info, Analyzer: rule.New(Info, c.run, requires...)}
}

// checker knows the rules there are, and those that decide in one package.
type checker struct{ known, local []string }

func (c checker) run(pass *analysis.Pass) (any, error) {
	cfg := config.Of(pass)
	c.configuration(pass, cfg)
	if len(pass.TypeErrors) > 0 {
		return nil, nil // the other rules saw nothing, and may see more when the code compiles
	}
	ix := pass.ResultOf[suppress.Analyzer].(*suppress.Index)
	for _, p := range ix.Problems {
		report(pass, p.Pos, p.End, rule.Error, p.Text, "see docs/config.md for what a comment for idemlint may say")
	}
	for _, p := range models.Of(pass).Problems {
		report(pass, p.Pos, p.End, rule.Error, p.Text, "see docs/config.md for what each directive takes")
	}
	outcomes := outcomesOf(pass)
	for _, s := range ix.Comments {
		c.comment(pass, s, outcomes)
	}
	return nil, nil
}

// configuration reports a file that cannot be read, where no driver refused to start with it.
func (c checker) configuration(pass *analysis.Pass, cfg *config.Config) {
	problem := cfg.Problem
	if problem == nil && cfg.File != nil {
		problem = cfg.File.Check(c.known)
	}
	if problem == nil || len(pass.Files) == 0 {
		return
	}
	first, more, _ := strings.Cut(problem.Error(), "\n")
	if more != "" {
		first += fmt.Sprintf(" (and %d more)", strings.Count(more, "\n")+1)
	}
	pos := pass.Files[0].Package
	report(pass, pos, pos+token.Pos(len("package")), rule.Error, "the configuration cannot be used: "+first, "idemlint config check tells all that is wrong with it")
}

func report(pass *analysis.Pass, pos, end token.Pos, level rule.Level, message, help string) {
	rule.Report(pass, Info, rule.Finding{Pos: pos, End: end, Level: level, Evidence: trace.Proved, Message: message, Help: help})
}

// outcomesOf collects what the other rules did, by name: a driver may have wrapped their analyzers.
func outcomesOf(pass *analysis.Pass) map[string]*rule.Outcome {
	out := map[string]*rule.Outcome{}
	for _, res := range pass.ResultOf {
		if o, ok := res.(*rule.Outcome); ok && o.Rule != Info.Name {
			out[o.Rule] = o
		}
	}
	return out
}

func (c checker) comment(pass *analysis.Pass, s *suppress.Comment, outcomes map[string]*rule.Outcome) {
	for _, name := range s.Rules {
		if !slices.Contains(c.known, name) {
			u := unknown(name, c.known)
			report(pass, s.Pos, s.End, u.Level, u.Message, u.Help)
		}
	}
	if s.Reason == "" {
		if s.Kind != suppress.NolintPlain || wanted(s, outcomes) {
			u := reasonless(form(s))
			report(pass, s.Pos, s.End, u.Level, u.Message, u.Help)
		}
		return
	}
	if s.Kind == suppress.NolintPlain || s.Exported {
		return
	}
	if len(s.Rules) == 0 {
		if all, used := c.useOf(s, outcomes, c.local); all && !used {
			u := Unused("")
			report(pass, s.Pos, s.End, u.Level, u.Message, u.Help)
		}
		return
	}
	for _, name := range s.Rules {
		if name == Info.Name || !slices.Contains(c.local, name) {
			continue
		}
		if ran, used := c.useOf(s, outcomes, []string{name}); ran && !used {
			u := Unused(name)
			report(pass, s.Pos, s.End, u.Level, u.Message, u.Help)
		}
	}
}

// useOf reports whether all of the rules ran, and whether one of them needed the comment.
func (c checker) useOf(s *suppress.Comment, outcomes map[string]*rule.Outcome, names []string) (ran, used bool) {
	ran = true
	for _, name := range names {
		o := outcomes[name]
		ran = ran && o != nil && o.Ran
		used = used || o != nil && o.Used[s]
	}
	return ran, used
}

// wanted reports whether a rule found something that the comment would silence if it had a reason.
func wanted(s *suppress.Comment, outcomes map[string]*rule.Outcome) bool {
	for _, o := range outcomes {
		if o.Reasonless[s] {
			return true
		}
	}
	return false
}

// form shows how the comment is written with a reason.
func form(s *suppress.Comment) string {
	switch s.Kind {
	case suppress.Nolint:
		return "//nolint:idemlint // REASON"
	case suppress.NolintPlain:
		return "//nolint // REASON"
	case suppress.InSQL:
		return "-- idemlint:ignore " + strings.Join(s.Rules, ",") + " REASON"
	case suppress.FileIgnore:
		return suppress.Prefix + "file-ignore " + strings.Join(s.Rules, ",") + " REASON"
	}
	return suppress.Prefix + "ignore " + strings.Join(s.Rules, ",") + " REASON"
}
