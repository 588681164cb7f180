package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
	"github.com/idemlint/idemlint/passes/config"
)

// GitHub writes workflow commands, which GitHub Actions turns into annotations beside the code:
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands. It shows ten errors and ten
// warnings a step.
func GitHub(w io.Writer, r *report.Report) error {
	for _, it := range r.Shown() {
		file, _ := r.Rel(it.File)
		at := fmt.Sprintf("file=%s,line=%d", property(file), it.Line)
		src := r.Files.Open(it.File)
		// Columns are for annotations within one line.
		if it.EndLine == it.Line {
			at += fmt.Sprintf(",col=%d", src.Column(it.Line, it.Col))
			if it.EndCol > 0 {
				at += fmt.Sprintf(",endColumn=%d", src.Column(it.EndLine, it.EndCol))
			}
		}
		at += fmt.Sprintf(",endLine=%d,title=%s", it.EndLine, property("idemlint "+it.Rule))
		if _, err := fmt.Fprintf(w, "::%s %s::%s\n", command(it.Level()), at, escape(annotation(r, &it))); err != nil {
			return err
		}
	}
	for _, f := range r.Failed {
		if _, err := fmt.Fprintf(w, "::error title=idemlint::%s\n", escape(f.Package+": "+Failure(f))); err != nil {
			return err
		}
	}
	return nil
}

func command(l config.Level) string {
	if l == config.Advice {
		return "notice"
	}
	return l.String()
}

// annotation is the finding as in the text output, without its position.
func annotation(r *report.Report, it *report.Item) string {
	var b strings.Builder
	b.WriteString(it.Text())
	for _, s := range it.Steps() {
		file := s.File
		if !s.Elsewhere {
			file, _ = r.Rel(r.Abs(file))
		}
		fmt.Fprintf(&b, "\n%s:%d: %s", file, s.Line, s.Text)
	}
	if help := it.Help(); help != "" {
		b.WriteString("\nhelp: " + help)
	}
	return b.String()
}

// escape is for the text of a workflow command, property for what stands before it.
func escape(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
