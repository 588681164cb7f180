package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/atomicfile"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/render"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/sarif"
)

// format is a way to write a report.
type format string

const (
	text    format = "text"
	asJSON  format = "json"
	asSARIF format = "sarif"
	github  format = "github"
	gitlab  format = "gitlab"
)

func formats() []format { return []format{text, asJSON, asSARIF, github, gitlab} }

func formatNames() string {
	var names []string
	for _, f := range formats() {
		names = append(names, string(f))
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// String implements flag.Value.
func (f *format) String() string { return string(*f) }

// Set implements flag.Value.
func (f *format) Set(s string) error {
	if !slices.Contains(formats(), format(s)) {
		return fmt.Errorf("unknown format %q: want %s", s, formatNames())
	}
	*f = format(s)
	return nil
}

// output is one file to write; without a format it takes that of -format.
type output struct {
	format format
	file   string
}

// outputs are the values of -o.
type outputs []output

// String implements flag.Value.
func (o *outputs) String() string { return "" }

// Set implements flag.Value: FILE or FORMAT:FILE. What stands before a colon is a format unless it cannot be meant as one,
// as in C:\out or ./a:b.
func (o *outputs) Set(s string) error {
	out := output{file: s}
	if name, file, ok := strings.Cut(s, ":"); ok && len(name) > 1 && !strings.ContainsAny(name, `./\`) {
		if err := out.format.Set(name); err != nil {
			return fmt.Errorf("%w (a file of that name: ./%s)", err, s)
		}
		out.file = file
	}
	if out.file == "" {
		return errors.New("no file name: want FILE or FORMAT:FILE")
	}
	*o = append(*o, out)
	return nil
}

// settle decides what goes where: files named without a format take that of -format, and what is left for stdout is text.
func (o *options) settle(given map[string]bool) error {
	if o.json {
		if given["format"] && o.format != asJSON {
			return fmt.Errorf("-json and -format=%s exclude each other", o.format)
		}
		o.format = asJSON
	}
	stdout := o.format
	seen := map[string]bool{}
	for i := range o.outputs {
		out := &o.outputs[i]
		if out.format == "" {
			out.format, stdout = o.format, text
		}
		if seen[filepath.Clean(out.file)] {
			return fmt.Errorf("-o %s is given twice", out.file)
		}
		seen[filepath.Clean(out.file)] = true
	}
	o.stdout = stdout
	return nil
}

// checkOutputs finds out before the work begins that a file cannot be written.
func (o *options) checkOutputs(dir string) error {
	for i := range o.outputs {
		out := &o.outputs[i]
		out.file = o.inDir(dir, out.file)
		if st, err := os.Stat(filepath.Dir(out.file)); err != nil || !st.IsDir() {
			return fmt.Errorf("-o %s: no such directory", filepath.Dir(out.file))
		}
		if st, err := os.Stat(out.file); err == nil && st.IsDir() {
			return fmt.Errorf("-o %s: is a directory", out.file)
		}
	}
	return nil
}

// write puts out what was asked for. All outputs are made before the first is written.
func (o *options) write(g *govet.Report, r *report.Report, stdout, stderr io.Writer) error {
	notice := func(line string) { fmt.Fprintf(stderr, "idemlint: %s\n", line) }
	contents := make([][]byte, len(o.outputs))
	for i, out := range o.outputs {
		var buf bytes.Buffer
		if err := o.render(&buf, out.format, g, r, notice); err != nil {
			return err
		}
		contents[i] = buf.Bytes()
	}
	for i, out := range o.outputs {
		if err := atomicfile.Write(out.file, contents[i]); err != nil {
			return err
		}
	}
	return o.render(stdout, o.stdout, g, r, notice)
}

func (o *options) render(w io.Writer, f format, g *govet.Report, r *report.Report, notice func(string)) error {
	switch f {
	case asJSON:
		return render.JSON(w, g, o.unseen)
	case asSARIF:
		return sarif.Write(w, r, sarif.Options{Suppressed: o.suppressed, Notice: notice})
	case github:
		return render.GitHub(w, r)
	case gitlab:
		return render.GitLab(w, r)
	}
	styles := render.For(w)
	if err := render.Text(w, styles, report.Findings(r.Shown())); err != nil {
		return err
	}
	if o.unseen {
		return render.Unseen(w, styles, g.Unseen.Findings())
	}
	return nil
}
