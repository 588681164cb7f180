package rule

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// suppressed reports whether a comment with a reason silences the rule at pos: on the line, on the line above, or in the
// doc comment of the function that holds it. A comment without a reason silences nothing.
func suppressed(pass *analysis.Pass, name string, pos token.Pos) bool {
	for _, f := range pass.Files {
		if pos < f.FileStart || f.FileEnd <= pos {
			continue
		}
		line := pass.Fset.Position(pos).Line
		for _, group := range f.Comments {
			for _, c := range group.List {
				if at := pass.Fset.Position(c.Pos()).Line; (at == line || at == line-1) && silences(c.Text, name) {
					return true
				}
			}
		}
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Doc == nil || pos < fn.Pos() || fn.End() <= pos {
				continue
			}
			for _, c := range fn.Doc.List {
				if silences(c.Text, name) {
					return true
				}
			}
		}
	}
	return false
}

// silences reads one comment: //idemlint:ignore rule[,rule] reason, or //nolint:idemlint // reason.
func silences(comment, name string) bool {
	if rest, ok := strings.CutPrefix(comment, "//idemlint:ignore "); ok {
		rules, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
		return strings.TrimSpace(reason) != "" && listHas(rules, name)
	}
	rest, ok := strings.CutPrefix(strings.TrimSpace(strings.TrimPrefix(comment, "//")), "nolint:")
	if !ok {
		return false
	}
	linters, reason, _ := strings.Cut(rest, "//")
	return strings.TrimSpace(reason) != "" && listHas(linters, "idemlint")
}

func listHas(list, name string) bool {
	for s := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(s) == name {
			return true
		}
	}
	return false
}
