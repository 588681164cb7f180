package program

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/passes/config"
)

// sink takes what one rule finds.
type sink struct {
	*decider
	info *rule.Info
}

// Report implements rule.Sink.
func (s *sink) Report(f rule.Placed) {
	at := f.Mark
	if f.Else.Posn != "" && !s.reportable(at.Posn) {
		at = f.Else
	}
	p := govet.ParsePosition(at.Posn)
	c := s.covering(s.info.Name, p)
	if c != nil {
		c.use(s.info.Name)
	}
	reason := f.Silenced
	if c != nil && reason == "" {
		reason = c.Reason
	}
	v := s.in(p.File).JudgeFile(p.File, s.info.Name, f.Level, func() string { return s.aside(p.File) })
	d := diagnostic(s.info, v.Level, at, &f)
	switch {
	case v.Silent != "":
		s.Silent(at.Posn, f.Message+": not shown, since "+v.Silent)
	case reason != "":
		s.Silent(at.Posn, f.Message+": silenced by a comment: "+reason)
		d.Related = append(d.Related, govet.Related{Posn: d.Posn, End: d.End, Message: analyzers.ReasonPrefix + reason})
		s.report.Silenced.Merge(s.tree(p.File, d))
	default:
		s.report.Tree.Merge(s.tree(p.File, d))
	}
}

// tree holds one diagnostic of the rule, under the package that the file lies in.
func (s *sink) tree(file string, d govet.Diagnostic) govet.Tree {
	return govet.Tree{s.files.Package(file): {s.info.Name: {Diagnostics: []govet.Diagnostic{d}}}}
}

// Withdraw implements rule.Sink.
func (s *sink) Withdraw(old rule.Reported, why string) {
	text := rule.Message(s.info.Name, old.Message)
	gone := false
	for _, t := range []govet.Tree{s.report.Tree, s.report.Silenced} {
		t.Filter(func(f govet.Finding) bool {
			match := f.Rule == s.info.Name && f.Posn == old.Posn && f.Message == text
			gone = gone || match
			return !match
		})
	}
	if gone && why != "" {
		s.Silent(old.Posn, old.Message+", but "+why)
	}
}

// Silent implements rule.Sink.
func (s *sink) Silent(posn, why string) {
	if !s.Notes {
		return
	}
	d := govet.Diagnostic{Posn: posn, End: posn, Message: why}
	s.report.Notes.Merge(s.tree(govet.ParsePosition(posn).File, d))
}

// reportable reports whether a finding may stand at a place: in a file of the modules that is neither test code nor generated.
func (s *sink) reportable(posn string) bool {
	file := govet.ParsePosition(posn).File
	return file != "" && s.own(file) && s.aside(file) == ""
}

// aside says why a file is left alone, "" if it is not.
func (s *sink) aside(file string) string {
	if filepath.Ext(file) != ".go" {
		return ""
	}
	c := s.in(file)
	switch {
	case !c.InTests() && config.IsTestFileName(file):
		return "this is test code; -tests reports there too"
	case !c.InGenerated() && generated(file):
		return "this is a generated file; -generated reports there too"
	}
	return ""
}

func generated(file string) bool {
	src, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, src, parser.PackageClauseOnly|parser.ParseComments)
	return err == nil && ast.IsGenerated(f)
}

// covering finds the comment that silences a rule at a place.
func (d *decider) covering(name string, p govet.Position) *comment {
	i := slices.IndexFunc(d.comments, func(c *comment) bool { return c.file == p.File && c.Reason != "" && c.Covers(name, p.Line) })
	if i < 0 {
		return nil
	}
	return d.comments[i]
}
