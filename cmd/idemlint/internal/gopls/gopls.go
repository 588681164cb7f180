// Package gopls builds a gopls that knows the rules, since gopls has no plugin interface (golang/go#59869): the sources of a
// released gopls are copied, one file is added that registers the rules, three lines are changed (see patch.go), and the go
// command builds the result.
//
// An overlay on the module cache would spare the copy, but the go command refuses it. A fork would have to be kept; three lines
// in pinned versions are checked by a test that builds them.
package gopls

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/idemlint/idemlint/analyzers/rule"
)

const usage = `usage: idemlint gopls [flags]

Builds a gopls with the rules of idemlint in it and prints what to put into the settings of your editor.

	-version version   which gopls: %s (default the newest that your Go builds)
	-o file            where to put it (default idemlint-gopls, where go install puts commands)
	-C dir             change to dir first
	-source dir        take idemlint's own code from this checkout
`

type options struct {
	version     release
	out         string
	dir, source string
}

// Main runs "idemlint gopls". The settings go to stdout; what happens meanwhile to stderr.
func Main(args []string, rules []rule.Entry, stdout, stderr io.Writer) error {
	o, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		_, err := fmt.Fprintf(stdout, usage, versionNames())
		return err
	}
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	g := &goCommand{ctx: ctx}
	if err := g.find(); err != nil {
		return err
	}
	if o.version.version == "" {
		golang, err := g.env("GOVERSION")
		if err != nil {
			return err
		}
		o.version = fitting(golang[0])
	}
	self, err := findSelf(o.source, o.dir)
	if err != nil {
		return err
	}
	if o.out, err = target(g, o); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "idemlint: building gopls %s with idemlint %s; the first time this takes a minute or two\n", o.version.version, self)
	if err := build(g, o.version, self, o.out); err != nil {
		return err
	}
	return printSettings(stdout, o.out, rules)
}

func parse(args []string) (*options, error) {
	o := &options{}
	fs := flag.NewFlagSet("gopls", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Func("version", "", func(s string) (err error) {
		o.version, err = findRelease(s)
		return err
	})
	fs.StringVar(&o.out, "o", "", "")
	fs.StringVar(&o.dir, "C", "", "")
	fs.StringVar(&o.source, "source", "", "")
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil, err
	} else if err != nil {
		if strings.Contains(err.Error(), "not defined") {
			return nil, fmt.Errorf("gopls: %w: want one of -C, -o, -source, -version", err)
		}
		return nil, fmt.Errorf("gopls: %w", err)
	}
	if fs.NArg() > 0 {
		return nil, fmt.Errorf("gopls takes no argument %q; the version is a flag: -version %s", fs.Arg(0), releases()[0].version)
	}
	dir, err := filepath.Abs(o.dir)
	if err != nil {
		return nil, err
	}
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return nil, fmt.Errorf("-C %s: no such directory", o.dir)
	}
	o.dir = dir
	if o.source != "" {
		o.source = within(dir, o.source)
	}
	return o, nil
}

// target is the absolute path of the binary: an editor starts it from anywhere. The default has a name of its own, so that
// nobody's gopls is overwritten unasked.
func target(g *goCommand, o *options) (string, error) {
	out := o.out
	if out == "" {
		bin, err := g.binDir()
		if err != nil {
			return "", err
		}
		out = filepath.Join(bin, "idemlint-gopls")
	}
	out = within(o.dir, out)
	if st, err := os.Stat(out); err == nil && st.IsDir() {
		return "", fmt.Errorf("-o %s is a directory: want the name of the file to write", out)
	}
	if runtime.GOOS == "windows" && filepath.Ext(out) != ".exe" {
		out += ".exe"
	}
	return out, os.MkdirAll(filepath.Dir(out), 0o777)
}

func within(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}
