package sarif

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
)

// srcRoot is the name under which file names relative to the root of the repository are resolved.
const srcRoot = "SRCROOT"

// fileURI is the URI of an absolute file name; of C:\a b on Windows it is file:///C:/a%20b.
func fileURI(name string) string {
	p := filepath.ToSlash(name)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
	}
	return (&url.URL{Scheme: "file", Path: p}).String()
}

// folderURI ends with a slash, as what relative names are resolved against must.
func folderURI(name string) string { return strings.TrimSuffix(fileURI(name), "/") + "/" }

// relativeURI escapes a name with slashes. A colon in its first part would be read as a scheme.
func relativeURI(name string) string {
	return strings.TrimPrefix((&url.URL{Path: strings.ReplaceAll(name, ":", "\x00")}).String(), "./")
}

func (b *builder) artifact(file string) artifactLocation {
	if rel, ok := b.Rel(file); ok {
		return artifactLocation{URI: strings.ReplaceAll(relativeURI(rel), "%00", "%3A"), URIBaseID: srcRoot}
	}
	return artifactLocation{URI: fileURI(file)}
}

func (b *builder) physical(p report.Place) physicalLocation {
	src := b.Files.Open(p.File)
	reg := &region{StartLine: p.Line, StartColumn: src.Column(p.Line, p.Col)}
	if p.EndCol > 0 {
		reg.EndLine, reg.EndColumn = p.EndLine, src.Column(p.EndLine, p.EndCol)
	}
	return physicalLocation{Artifact: b.artifact(p.File), Region: reg}
}

func (b *builder) primary(it *report.Item) location {
	loc := location{Physical: b.physical(it.Place)}
	if it.Function != "" {
		loc.Logical = []logicalLocation{{Name: it.Function, FullyQualifiedName: it.Package + "." + it.Function}}
	}
	return loc
}

// trace makes the steps a code flow, and those with a place of their own related locations: some viewers show the one,
// some the other. A step learnt from another package has no place that a viewer could open; it is told in words.
func (b *builder) trace(it *report.Item, res *result) {
	var flow []threadFlowLocation
	for _, s := range it.Steps() {
		loc := location{Physical: b.physical(it.Place), Message: &message{s.Text}}
		if s.Elsewhere {
			loc.Message.Text += fmt.Sprintf(" (in %s:%d)", s.File, s.Line)
		} else {
			loc.Physical = b.physical(b.Place(s.Posn, s.End))
			id := len(res.RelatedLocations) + 1
			related := loc
			related.ID = &id
			res.RelatedLocations = append(res.RelatedLocations, related)
		}
		flow = append(flow, threadFlowLocation{loc})
	}
	res.RelatedLocations = limited(res.RelatedLocations, b.limit.related)
	if flow = limited(flow, b.limit.steps); len(flow) > 0 {
		res.CodeFlows = []codeFlow{{[]threadFlow{{flow}}}}
	}
}

func (b *builder) fix(f govet.SuggestedFix) fix {
	out := fix{Description: message{f.Message}}
	at := map[string]int{} // file → index of its change
	for _, e := range f.Edits {
		file := b.Abs(e.Filename)
		i, ok := at[file]
		if !ok {
			i = len(out.Changes)
			at[file] = i
			out.Changes = append(out.Changes, artifactChange{Artifact: b.artifact(file)})
		}
		rep := replacement{Deleted: b.stretch(file, e.Start, e.End)}
		if e.New != "" {
			rep.Inserted = &message{e.New}
		}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements, rep)
	}
	return out
}

// stretch is the region between two offsets.
func (b *builder) stretch(file string, start, end int) region {
	src := b.Files.Open(file)
	line, col := src.Position(start)
	endLine, endCol := src.Position(end)
	return region{StartLine: line, StartColumn: src.Column(line, col), EndLine: endLine, EndColumn: src.Column(endLine, endCol)}
}
