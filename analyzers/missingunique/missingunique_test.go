package missingunique_test

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/missingunique"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/observed"
	"github.com/idemlint/idemlint/passes/passtest"
	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/storeuse"
)

// Test takes one package for the whole program: what it tells is decided at once.
func Test(t *testing.T) {
	passtest.Rule(t, joined, "missingunique")
}

// joined reports what the rule decides of a package that is a program by itself.
var joined = &analysis.Analyzer{
	Name: "joined", Doc: "decide the rule over one package", Requires: missingunique.Analyzer.Requires,
	Run: func(pass *analysis.Pass) (any, error) {
		p := &rule.Program{Sink: sink{pass}}
		for _, it := range pass.ResultOf[storeuse.Analyzer].(*storeuse.Result).Observed() {
			r, err := record(pass.Fset, it)
			if err != nil {
				return nil, err
			}
			p.Records = append(p.Records, r)
		}
		slices.SortStableFunc(p.Records, func(a, b observed.Record) int { return cmp.Compare(a.Posn, b.Posn) })
		s := schema.New("code")
		if said := pass.ResultOf[schema.Analyzer].(*schema.Result).Said(); said != nil {
			s.ExecuteLoose(said.Texts)
			for i := range said.Models {
				s.Merge(&schema.Schema{Tables: map[string]*schema.Table{said.Models[i].Name: &said.Models[i]}})
			}
		}
		p.Schemas = []*schema.Schema{s}
		missingunique.Program(p)
		return nil, nil
	},
}

// record goes the way that the driver's records go.
func record(fset *token.FileSet, it observed.Item) (observed.Record, error) {
	r := observed.Record{Kind: it.Kind, Mark: observed.Mark{Posn: fset.Position(it.Pos).String()}}
	text, err := observed.Seal(it.Data)
	if err == nil {
		r.Data, err = observed.Open(text)
	}
	for _, p := range it.Places {
		r.Places = append(r.Places, observed.Mark{Posn: fset.Position(p.Pos).String(), Text: p.Text})
	}
	return r, err
}

type sink struct{ pass *analysis.Pass }

func (s sink) Report(f rule.Placed) {
	pos := s.pos(f.Posn)
	d := analysis.Diagnostic{Pos: pos, Category: f.Level.String() + "/" + f.Evidence.String(), Message: rule.Message(missingunique.Info.Name, f.Message)}
	for _, m := range f.Trace {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, Message: m.Text})
	}
	d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, Message: rule.HelpPrefix + f.Help})
	s.pass.Report(d)
}

func (s sink) Withdraw(rule.Reported, string) {}
func (s sink) Silent(string, string)          {}

// pos finds the position that was told in words.
func (s sink) pos(posn string) token.Pos {
	for _, f := range s.pass.Files {
		file := s.pass.Fset.File(f.FileStart)
		for line := 1; line <= file.LineCount(); line++ {
			p := s.pass.Fset.Position(file.LineStart(line))
			var l, c int
			if n, _ := fmt.Sscanf(posn, p.Filename+":%d:%d", &l, &c); n == 2 && l == line {
				return file.LineStart(line) + token.Pos(c-1)
			}
		}
	}
	return token.NoPos
}
