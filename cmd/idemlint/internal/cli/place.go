package cli

import (
	"bytes"
	"context"
	"fmt"
	"go/build"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/program"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/render"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/source"
	"github.com/idemlint/idemlint/passes/config"
)

// place is the line that explain was asked about.
type place struct {
	file string // absolute
	line int
}

// placeOf reads FILE:LINE or FILE:LINE:COL; ok is false if the word is none, so that it names a rule.
func placeOf(dir, word string) (p place, ok bool, err error) {
	pos := govet.ParsePosition(word)
	if pos.Line == 0 {
		return place{}, strings.HasSuffix(word, ".go") || strings.HasSuffix(word, ".sql"), nil
	}
	file := pos.File
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	if st, err := os.Stat(file); err != nil || st.IsDir() {
		return place{}, true, fmt.Errorf("%s: no such file", pos.File)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return place{}, true, err
	}
	if n := bytes.Count(data, []byte("\n")) + 1; pos.Line > n {
		return place{}, true, fmt.Errorf("%s has %d lines", pos.File, n)
	}
	return place{file, pos.Line}, true, nil
}

// built reports whether the build takes the file at all: what it leaves out, no rule has looked at.
func (p place) built(tags string) bool {
	ctx := build.Default
	ctx.BuildTags = append(ctx.BuildTags, strings.FieldsFunc(tags, func(r rune) bool { return r == ',' || r == ' ' })...)
	ok, err := ctx.MatchFile(filepath.Dir(p.file), filepath.Base(p.file))
	return ok && err == nil
}

// explainPlace tells what the rules have to say about one line: the findings there and those that pass through it, and where
// there is none, which rule looked and why it stayed silent.
//
// The whole package is analysed, with notes. That is a flag of the tool, so the first question analyses the dependencies too;
// the go command keeps the result for the next.
func explainPlace(o *options, p place, rules []rule.Entry, w io.Writer) error {
	dir := filepath.Dir(p.file)
	inGo := filepath.Ext(p.file) != ".sql"
	if inGo && !p.built(o.tags) {
		return fmt.Errorf("%s is no Go file that the build takes (-tags, GOOS, GOARCH), so no rule looked at it", filepath.Base(p.file))
	}
	if err := config.CheckIn(dir, analyzers.Names(rules)); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r := &govet.Report{Tree: govet.Tree{}, Notes: govet.Tree{}}
	if inGo {
		var err error
		if r, err = govet.Run(ctx, govet.Options{Dir: dir, Build: o.build(), Tool: append(o.tool(), "-notes"), Patterns: []string{"."}}); err != nil {
			return err
		}
		for _, f := range r.Failed {
			return fmt.Errorf("%s: %s", f.Package, render.Failure(f))
		}
	}
	if err := o.programAt(ctx, r, dir, rules); err != nil {
		return err
	}
	cwd, err := filepath.Abs(o.dir)
	if err != nil {
		return err
	}
	r.Relative(cwd)
	if !inGo { // the others have not looked
		rules = slices.DeleteFunc(slices.Clone(rules), func(r rule.Entry) bool { return r.Program == nil })
	}
	e := explainer{place: p, cwd: cwd, rules: rules, w: w, spoken: map[string]bool{}}
	if _, err := fmt.Fprintf(w, "%s:%d\n", shortName(cwd, p.file), p.line); err != nil {
		return err
	}
	if err := e.findings(r.Tree.Findings()); err != nil {
		return err
	}
	return e.silence(r.Notes.Findings())
}

// programAt adds what the rules about the whole program have to say: for them the whole module around dir is analysed, as an ordinary
// run does, so that the cache serves both. Of rules that have a part in the package, all of what they report is taken from there.
func (o *options) programAt(ctx context.Context, r *govet.Report, dir string, rules []rule.Entry) error {
	root, _ := source.Module(dir)
	if root == "" || !program.Any(rules) {
		return nil
	}
	all, err := govet.Run(ctx, govet.Options{Dir: root, Build: o.build(), Tool: o.tool(), Patterns: []string{"./..."}, Program: true})
	if err != nil {
		return err
	}
	if err := program.Decide(all, program.Options{Rules: rules, Config: &o.cfg, Notes: true}); err != nil {
		return err
	}
	joined := map[string]bool{}
	for _, e := range rules {
		joined[e.Name] = e.Program != nil
	}
	r.Tree.Filter(func(f govet.Finding) bool { return !joined[f.Rule] })
	all.Tree.Filter(func(f govet.Finding) bool { return joined[f.Rule] })
	r.Tree.Merge(all.Tree)
	r.Notes.Merge(all.Notes)
	for _, name := range all.NotRun {
		r.Notes.Merge(govet.Tree{"": {name: {Diagnostics: []govet.Diagnostic{{Category: "package", Posn: "go.mod:1:1", Message: all.Why}}}}})
	}
	return nil
}

type explainer struct {
	place
	cwd    string
	rules  []rule.Entry
	w      io.Writer
	spoken map[string]bool // rules that were told of
}

// at reports whether a position as printed lies on the line.
func (e *explainer) at(posn string) bool {
	pos := govet.ParsePosition(posn)
	file := pos.File
	if !filepath.IsAbs(file) {
		file = filepath.Join(e.cwd, file)
	}
	return pos.Line == e.line && file == e.file
}

func (e *explainer) findings(all []govet.Finding) error {
	styles := render.For(e.w)
	for _, f := range all {
		how := ""
		switch {
		case e.at(f.Posn):
			how = "reported here"
		case slices.ContainsFunc(f.Related, func(r govet.Related) bool { return e.at(r.Posn) }):
			how = "leads through here"
		default:
			continue
		}
		e.spoken[f.Rule] = true
		level, evidence, _ := strings.Cut(f.Category, "/")
		if _, err := fmt.Fprintf(e.w, "\n%s %s: %s, %s\n%s\n\n", f.Rule, how, level, meaning(evidence), e.title(f.Rule)); err != nil {
			return err
		}
		if err := render.Text(e.w, styles, []govet.Finding{f}); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(e.w, "    more: idemlint explain %s\n", f.Rule); err != nil {
			return err
		}
	}
	return nil
}

// meaning puts the evidence in words.
func meaning(evidence string) string {
	if evidence == "likely" {
		return "likely (a name or a default took part)"
	}
	return "proved (every step was seen)"
}

func (e *explainer) title(name string) string {
	for _, r := range e.rules {
		if r.Name == name {
			return name + " " + r.Title()
		}
	}
	return name
}

// silence tells of the rules that report nothing on the line.
func (e *explainer) silence(notes []govet.Finding) error {
	if _, err := fmt.Fprintln(e.w); err != nil {
		return err
	}
	for _, r := range e.rules {
		var said []string
		for _, n := range notes {
			if n.Rule == r.Name && (e.at(n.Posn) || n.Category == "package") && !slices.Contains(said, n.Message) {
				said = append(said, n.Message)
			}
		}
		if len(said) == 0 && !e.spoken[r.Name] {
			said = []string{"found nothing on this line to judge"}
		}
		for _, s := range said {
			if _, err := fmt.Fprintf(e.w, "%s is silent: %s\n", r.Name, s); err != nil {
				return err
			}
		}
	}
	return nil
}
