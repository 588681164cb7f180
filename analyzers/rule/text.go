package rule

import (
	"go/parser"
	"go/token"
	"strings"
)

// Text is the prose of the rule: the package comment of its doc.go, without "Package" in front.
func (i *Info) Text() string {
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", i.Doc, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil || f.Doc == nil {
		return i.Doc // not a Go file: already prose, as in tests
	}
	return strings.TrimPrefix(f.Doc.Text(), "Package ")
}

// Title is the first sentence of the prose, lower case and without its full stop.
func (i *Info) Title() string {
	para, _, _ := strings.Cut(i.Text(), "\n\n")
	para = strings.Join(strings.Fields(para), " ")
	if s, _, ok := strings.Cut(para, ". "); ok {
		para = s
	}
	return strings.TrimPrefix(strings.TrimSuffix(para, "."), i.Name+" ")
}
