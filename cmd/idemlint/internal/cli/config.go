package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/config"
)

const configUsage = "config wants check [FILE], which tells all that is wrong with a configuration file, or schema, which prints its JSON schema"

// configure is the subcommand about the configuration file.
func configure(args []string, rules []rule.Entry, w io.Writer) error {
	switch {
	case len(args) >= 1 && len(args) <= 2 && args[0] == "check":
		return checkConfig(args[1:], rules, w)
	case len(args) == 1 && args[0] == "schema":
		schema, err := config.Schema(analyzers.Names(rules))
		if err != nil {
			return err
		}
		_, err = w.Write(schema)
		return err
	}
	return errors.New(configUsage)
}

// checkConfig reads the file named, or those that a run in the working directory would read, and tells what they say.
func checkConfig(args []string, rules []rule.Entry, w io.Writer) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	names, err := config.Files(dir)
	if err != nil {
		return err
	}
	if len(args) == 1 {
		name, err := filepath.Abs(args[0])
		if err != nil {
			return err
		}
		names = []string{name}
	}
	if len(names) == 0 {
		_, err := fmt.Fprintf(w, "no %s at the root of the module or above it\n", config.FileName)
		return err
	}
	var problems []error
	for _, name := range names {
		f, err := config.Read(name)
		if err == nil {
			err = f.Check(analyzers.Names(rules))
		}
		if err != nil {
			problems = append(problems, err)
			continue
		}
		if err := describe(w, shortName(dir, name), f); err != nil {
			return err
		}
	}
	return errors.Join(problems...)
}

// describe says in a line what a file holds, so that a typing error in a place where everything is allowed shows too.
func describe(w io.Writer, name string, f *config.File) error {
	text := fmt.Sprintf("%s: %s, %s, %s, %s, %s", name, plural(len(f.Names()), "rule"), plural(len(f.Exclude), "excluded path"),
		plural(len(f.Paths), "path rule"), plural(len(f.Models()), "model"), plural(len(f.Windows), "window"))
	if _, err := fmt.Fprintln(w, text); err != nil {
		return err
	}
	for _, n := range f.WindowNames() {
		if _, err := fmt.Fprintf(w, "    window %s: %s\n", n, f.Windows[n].Round(time.Second)); err != nil {
			return err
		}
	}
	return nil
}

func shortName(dir, name string) string {
	if rel, err := filepath.Rel(dir, name); err == nil && len(rel) < len(name) {
		return rel
	}
	return name
}
