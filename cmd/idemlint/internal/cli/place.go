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
	"github.com/idemlint/idemlint/cmd/idemlint/internal/render"
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
		return place{}, strings.HasSuffix(word, ".go"), nil
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
	if !p.built(o.tags) {
		return fmt.Errorf("%s is no Go file that the build takes (-tags, GOOS, GOARCH), so no rule looked at it", filepath.Base(p.file))
	}
	if err := config.CheckIn(dir, analyzers.Names(rules)); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r, err := govet.Run(ctx, govet.Options{Dir: dir, Build: o.build(), Tool: append(o.tool(), "-notes"), Patterns: []string{"."}})
	if err != nil {
		return err
	}
	for _, f := range r.Failed {
		return fmt.Errorf("%s: %s", f.Package, render.Failure(f))
	}
	cwd, err := filepath.Abs(o.dir)
	if err != nil {
		return err
	}
	r.Relative(cwd)
	e := explainer{place: p, cwd: cwd, rules: rules, w: w, spoken: map[string]bool{}}
	if _, err := fmt.Fprintf(w, "%s:%d\n", shortName(cwd, p.file), p.line); err != nil {
		return err
	}
	if err := e.findings(r.Tree.Findings()); err != nil {
		return err
	}
	return e.silence(r.Notes.Findings())
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
