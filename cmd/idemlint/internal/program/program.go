// Package program decides what one package cannot: it joins what the packages of the main module told (passes/observed) with the
// migration files, hands both to the rules that look at the whole program, and puts what they find into the report, as if a package had
// reported it. Comments, configuration and levels apply as they do there.
//
// Files are read afresh in each run: the go command's cache knows nothing of them.
package program

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/source"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/vettool"
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/observed"
)

// Kind is the kind of the item that tells that rules did not run, beside those of what was not seen.
const Kind = "program"

// Options say how to decide.
type Options struct {
	Rules  []rule.Entry
	Config *config.Config // the flags
	// Notes asks why rules stay silent.
	Notes bool
}

// Any reports whether there are program rules at all.
func Any(rules []rule.Entry) bool {
	return slices.ContainsFunc(rules, func(r rule.Entry) bool { return r.Program != nil })
}

// Decide runs the program rules and changes the report. Positions in it are absolute still.
func Decide(g *govet.Report, o Options) error {
	d := &decider{Options: o, report: g, files: source.NewFiles(), configs: map[string]*config.Config{}}
	var run []rule.Entry
	for _, r := range o.Rules {
		if r.Program != nil && d.runs(r.Name) {
			run = append(run, r)
		}
	}
	if len(run) == 0 || vettool.Debug("noprogram") {
		return nil
	}
	if g.Partial != "" {
		d.notRun(run)
		return nil
	}
	records, err := g.Records()
	if err != nil {
		return err
	}
	schemas, sql, err := d.schemas(records)
	if err != nil {
		return err
	}
	if d.comments, err = readComments(records, sql); err != nil {
		return err
	}
	for _, r := range run {
		r.Program(&rule.Program{Records: slices.Clone(records), Schemas: schemas, Sink: &sink{d, r.Info}})
	}
	d.unused(run)
	return nil
}

type decider struct {
	Options
	report   *govet.Report
	files    *source.Files
	configs  map[string]*config.Config // by directory
	comments []*comment
}

// in is the configuration that holds for a file.
func (d *decider) in(file string) *config.Config {
	dir := filepath.Dir(file)
	c := d.configs[dir]
	if c == nil {
		c = d.Config.In(dir)
		d.configs[dir] = c
	}
	return c
}

// runs reports whether a rule runs in one of the modules.
func (d *decider) runs(name string) bool {
	if len(d.report.Modules) == 0 {
		return d.Config.Runs(name)
	}
	return slices.ContainsFunc(d.report.Modules, func(m govet.Module) bool {
		return d.in(filepath.Join(m.Dir, "go.mod")).Runs(name)
	})
}

// notRun tells, as something that was not seen, which rules were not decided. Silence must not read as safe.
func (d *decider) notRun(rules []rule.Entry) {
	var names []string
	for _, r := range rules {
		d.report.NotRun = append(d.report.NotRun, r.Name)
		name := r.Name
		if r.Scope == "package" {
			name = "a part of " + name
		}
		names = append(names, name)
	}
	d.report.Why = fmt.Sprintf("%s did not run: %s", strings.Join(names, ", "), d.report.Partial)
	place := "go.mod:1:1"
	if len(d.report.Modules) > 0 {
		place = filepath.Join(d.report.Modules[0].Dir, place)
	}
	item := govet.Diagnostic{Category: analyzers.UnseenCategory + Kind, Posn: place, End: place, Message: d.report.Why}
	item.Related = []govet.Related{{Posn: place, End: place, Message: rule.HelpPrefix + "ask for all packages of the module: idemlint ./..."}}
	id := "go.mod"
	if len(d.report.Modules) > 0 {
		id = d.report.Modules[0].Path
	}
	d.report.Unseen.Merge(govet.Tree{id: {analyzers.ObserverName: {Diagnostics: []govet.Diagnostic{item}}}})
}

// own reports whether a file lies in one of the modules that were analysed, and not in a module below it.
func (d *decider) own(file string) bool {
	root, _ := source.Module(filepath.Dir(file))
	return slices.ContainsFunc(d.report.Modules, func(m govet.Module) bool { return sameDir(m.Dir, root) })
}

func sameDir(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	ra, errA := filepath.EvalSymlinks(a)
	rb, errB := filepath.EvalSymlinks(b)
	return errA == nil && errB == nil && ra == rb
}

// diagnostic puts a finding into the form of the report.
func diagnostic(info *rule.Info, level config.Level, at rule.Mark, f *rule.Placed) govet.Diagnostic {
	out := govet.Diagnostic{
		Category: level.String() + "/" + f.Evidence.String(), Posn: at.Posn, End: cmp.Or(at.End, at.Posn),
		Message: rule.Message(info.Name, f.Message), Subject: f.Subject,
	}
	add := func(m observed.Mark) {
		out.Related = append(out.Related, govet.Related{Posn: m.Posn, End: cmp.Or(m.End, m.Posn), Message: m.Text})
	}
	for _, m := range f.Trace {
		if m.Elsewhere {
			m.Posn, m.End = at.Posn, "" // as in a package: a step without a position of its own stands at the finding
		}
		add(m)
	}
	if f.Help != "" {
		add(observed.Mark{Posn: at.Posn, Text: rule.HelpPrefix + f.Help})
	}
	return out
}
