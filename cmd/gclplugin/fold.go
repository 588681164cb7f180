package gclplugin

import (
	"fmt"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
)

// fold puts the whole of a finding into its message. golangci-lint makes an issue of its own of every related line, at that
// line: a nolint comment on the finding would leave them behind, and on the default of one issue a line they hide others.
//
// Files are told by their base names: all of a pass lie in one directory, and golangci-lint caches the text for whatever
// directory the module is checked out in.
func fold(fset *token.FileSet, name string, d analysis.Diagnostic) analysis.Diagnostic {
	var b strings.Builder
	b.WriteString(plain(d.Message, name))
	for _, r := range d.Related {
		b.WriteString("\n    " + line(fset, d.Pos, r))
	}
	d.Message, d.Related = b.String(), nil
	d.SuggestedFixes = applicable(fset, d)
	return d
}

// elsewhere matches a step that lies in another package and tells its place in words, see rule.Report.
var elsewhere = regexp.MustCompile(`^(.*) at ([^\s/]+\.go:\d+)$`)

// line is one related line, as the command prints it.
func line(fset *token.FileSet, at token.Pos, r analysis.RelatedInformation) string {
	if strings.HasPrefix(r.Message, rule.HelpPrefix) {
		return r.Message
	}
	if m := elsewhere.FindStringSubmatch(r.Message); m != nil && r.Pos == at {
		return m[2] + ": " + m[1]
	}
	p := fset.Position(r.Pos)
	return fmt.Sprintf("%s:%d: %s", filepath.Base(p.Filename), p.Line, r.Message)
}

// applicable is the first fix, if it is whole: golangci-lint applies all fixes of an issue, alternatives too, and of each
// the edits that lie in the file of the issue.
func applicable(fset *token.FileSet, d analysis.Diagnostic) []analysis.SuggestedFix {
	if len(d.SuggestedFixes) == 0 {
		return nil
	}
	first := d.SuggestedFixes[:1]
	file := fset.File(d.Pos)
	for _, e := range first[0].TextEdits {
		if fset.File(e.Pos) != file {
			return nil
		}
	}
	return first
}
