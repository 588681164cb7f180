package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/vettool"
)

// subcommands are told from packages by their name; a package of that name can be given as ./name.
var subcommands = map[string]func(args []string, rules []rule.Entry, w io.Writer) error{
	"config":  configure,
	"explain": explain,
	"gopls":   editor,
	"help":    help,
	"rules":   list,
	"version": version,
}

const usage = `idemlint finds code that will charge a customer twice.

	idemlint [flags] [packages]    analyse packages, named as for go vet
	idemlint explain RULE          what a rule reports, why, and how to fix it
	idemlint explain FILE:LINE     why a finding stands there, or why each rule is silent
	idemlint config check [FILE]   what is wrong with .idemlint.yml; config schema prints its JSON schema
	idemlint rules                 list the rules
	idemlint baseline write|prune  accept the findings of now, or drop entries that are gone
	idemlint gopls                 build a language server that shows the findings in an editor
	idemlint version
	idemlint help

Also: go vet -vettool=$(which idemlint) ./...

Flags:
`

const afterFlags = `
Other build flags (-mod, -modfile, -trimpath) are taken from GOFLAGS, GOOS and GOARCH from the environment.
Exit code: 0 nothing found, 1 findings at the level of -fail-on, 2 bad usage or packages that were not analysed.
`

func help(args []string, rules []rule.Entry, w io.Writer) error {
	if len(args) > 0 {
		return explain(args, rules, w)
	}
	var b strings.Builder
	b.WriteString(usage)
	tw := tabwriter.NewWriter(&b, 0, 0, 4, ' ', 0)
	fs := new(options).flagSet()
	fs.VisitAll(func(f *flag.Flag) {
		arg, text := flag.UnquoteUsage(f)
		if f.DefValue != "" && f.DefValue != "false" {
			text += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(tw, "\t-%s\t%s\n", strings.TrimSpace(f.Name+" "+arg), text)
	})
	if err := tw.Flush(); err != nil {
		return err
	}
	b.WriteString(afterFlags)
	_, err := io.WriteString(w, b.String())
	return err
}

func list(args []string, rules []rule.Entry, w io.Writer) error {
	if len(args) > 0 {
		return fmt.Errorf("rules takes no arguments; idemlint explain %s tells about one", args[0])
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range rules {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\n", r.Name, r.Level, r.Group, r.Title())
	}
	return tw.Flush()
}

func explain(args []string, rules []rule.Entry, w io.Writer) error {
	o, _, err := parseFlags(args, rules)
	if err != nil {
		return err
	}
	if len(o.patterns) != 1 {
		return errors.New("explain wants FILE:LINE or one rule; idemlint rules lists them")
	}
	word := o.patterns[0]
	dir, err := o.directory()
	if err != nil {
		return err
	}
	switch p, ok, err := placeOf(dir, word); {
	case err != nil:
		return err
	case ok && p.line == 0:
		return fmt.Errorf("explain %s: which line? want FILE:LINE", word)
	case ok:
		return explainPlace(o, p, rules, w)
	}
	if err := analyzers.CheckNames(rules, o.patterns); err != nil {
		return err
	}
	for _, r := range rules {
		if r.Name != word {
			continue
		}
		_, err := fmt.Fprintf(w, "%s\n\nHighest level: %s. Group: %s. Scope: %s. Since: %s.\nSilence one place: //idemlint:ignore %s REASON\nWith examples: %s\n",
			strings.TrimSpace(r.Text()), r.Level, r.Group, r.Scope, r.Since, r.Name, r.URL())
		return err
	}
	return nil
}

// builtFrom tells the commit and the Go version, as far as the binary knows them.
func builtFrom() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	var parts []string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			parts = append(parts, "commit "+s.Value[:min(12, len(s.Value))])
		case s.Key == "vcs.modified" && s.Value == "true":
			parts = append(parts, "modified")
		}
	}
	return " (" + strings.Join(append(parts, info.GoVersion), ", ") + ")"
}

func version(_ []string, _ []rule.Entry, w io.Writer) error {
	_, err := fmt.Fprintf(w, "idemlint %s%s\n", vettool.Version(), builtFrom())
	return err
}
