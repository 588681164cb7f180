// Package suppress finds the comments that silence rules, and what each of them covers:
//
//	//idemlint:ignore rule[,rule] reason       on the line, alone above it, or in the doc comment of the declaration
//	//idemlint:file-ignore rule[,rule] reason  anywhere in the file
//	//nolint:idemlint // reason                as golangci-lint reads it; also //nolint // reason, //nolint:a,idemlint // reason
//	-- idemlint:ignore rule[,rule] reason      in the text of an SQL statement
//
// Rules ask the Index and note on their own result what they used, so that a rule of its own can tell which comments silence
// nothing. This lives in the analyzers and not in a driver: the comments mean the same everywhere.
package suppress

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/ir"
)

// Kind is the form of a comment.
type Kind uint8

// The forms.
const (
	Ignore Kind = iota
	FileIgnore
	Nolint      // names idemlint
	NolintPlain // means all linters
	InSQL
)

// Comment is one comment that silences rules, or would if it had a reason.
type Comment struct {
	Kind   Kind
	Pos    token.Pos
	End    token.Pos
	Rules  []string // none for Nolint: all rules
	Reason string   // a comment without one silences nothing
	// Exported: what the SQL text silences may lie in another package.
	Exported bool

	file     string
	from, to int    // lines covered
	text     string // of the SQL literal
}

// Covers reports whether the comment speaks of the rule.
func (c *Comment) Covers(rule string) bool {
	return len(c.Rules) == 0 || slices.Contains(c.Rules, rule)
}

// Problem is a comment that was meant for idemlint and cannot be read.
type Problem struct {
	Pos, End token.Pos
	Text     string
}

// Index holds the comments of a package.
type Index struct {
	Comments []*Comment
	Problems []Problem

	pass *analysis.Pass
}

// Analyzer yields the *Index.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintsuppress",
	Doc:        "find the comments that silence rules",
	ResultType: reflect.TypeFor[*Index](),
	Run:        ir.Safe(func(pass *analysis.Pass) (any, error) { return New(pass), nil }),
}

// New reads the comments of a package.
func New(pass *analysis.Pass) *Index {
	ix := &Index{pass: pass}
	for _, f := range pass.Files {
		first := len(ix.Comments)
		for _, group := range f.Comments {
			for _, c := range group.List {
				ix.comment(f, group, c)
			}
		}
		if len(ix.Comments) > first {
			ix.widen(f, ix.Comments[first:])
		}
		ix.literals(f)
	}
	return ix
}

// comment reads one comment. What it covers at first is its own line and, if nothing stands before it, the line below its group.
func (ix *Index) comment(f *ast.File, group *ast.CommentGroup, c *ast.Comment) {
	at := &Comment{Pos: c.Pos(), End: c.End(), file: ix.file(c.Pos())}
	line := ix.line(c.Pos())
	at.from, at.to = line, line
	if reason, named, ok := parseNolint(c.Text); ok {
		at.Kind, at.Reason = NolintPlain, reason
		if named {
			at.Kind = Nolint
		}
		at.from, at.to = ix.line(group.Pos()), ix.line(group.End())
		ix.Comments = append(ix.Comments, at)
		return
	}
	if nolintBlank.MatchString(cutWant(c.Text)) {
		ix.problem(c, "this nolint names no linter that exists: the reason stands behind //, as in //nolint:idemlint // REASON")
		return
	}
	d, ok := ParseDirective(c.Text)
	if !ok {
		return
	}
	if d.Problem != "" {
		ix.problem(c, d.Problem)
		return
	}
	switch d.Word {
	case "ignore":
		at.to = max(line, ix.line(group.End()))
		at.to++
	case "file-ignore":
		at.Kind = FileIgnore
		at.from, at.to = 0, ix.line(f.FileEnd)+1
	default:
		return
	}
	at.Rules, at.Reason = parseIgnore(d.Rest)
	if len(at.Rules) == 0 {
		ix.problem(c, Prefix[2:]+d.Word+" names no rule: write "+Prefix+d.Word+" RULE REASON")
		return
	}
	ix.Comments = append(ix.Comments, at)
}

func (ix *Index) problem(c *ast.Comment, text string) {
	ix.Problems = append(ix.Problems, Problem{c.Pos(), c.End(), text})
}

func (ix *Index) line(pos token.Pos) int    { return ix.pass.Fset.Position(pos).Line }
func (ix *Index) file(pos token.Pos) string { return ix.pass.Fset.Position(pos).Filename }

// Find gives the comment with a reason that silences a rule between pos and end, nil if there is none. A comment without a
// reason that covers the place is given as the second result.
func (ix *Index) Find(rule string, pos, end token.Pos) (silences, reasonless *Comment) {
	at := ix.pass.Fset.Position(pos)
	for _, c := range ix.Comments {
		covered := c.file == at.Filename && c.from <= at.Line && at.Line <= c.to
		if c.Kind == InSQL {
			covered = c.text != "" && ix.inStatement(c, pos, end)
		}
		switch {
		case !covered || !c.Covers(rule) || c.Pos == pos: // what is said about a comment is not for that comment to silence
		case c.Reason == "":
			reasonless = c
		default:
			return c, nil
		}
	}
	if c := ix.foreignSQL(rule, pos, end); c != nil {
		return c, nil
	}
	return nil, reasonless
}
