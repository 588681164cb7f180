package sarif

import (
	"go/doc/comment"
	"strings"

	"github.com/idemlint/idemlint/analyzers/rule"
)

// describe gives a rule's documentation, so that an alert can be understood without leaving the viewer.
func describe(e rule.Entry) descriptor {
	text := strings.TrimSpace(e.Text())
	para, _, _ := strings.Cut(text, "\n\n")
	doc := new(comment.Parser).Parse(text)
	md := (&comment.Printer{HeadingLevel: 3, HeadingID: func(*comment.Heading) string { return "" }}).Markdown(doc)
	return descriptor{
		ID:               e.Name,
		Name:             e.Name,
		ShortDescription: &multiformat{Text: sentence(e.Title())},
		FullDescription:  &multiformat{Text: strings.Join(strings.Fields(para), " ")},
		Help: &multiformat{
			Text:     text + "\n\nWith examples: " + e.URL(),
			Markdown: strings.TrimSpace(string(md)) + "\n\nWith examples: [" + e.Name + "](" + e.URL() + ")",
		},
		HelpURI: e.URL(),
		Default: &configuration{level(e.Level)},
		Properties: &ruleProperties{
			// GitHub filters by tags and orders by the two properties after them; "high" is the promise of the project, that
			// nine findings in ten are right.
			Tags:            []string{"correctness", "idempotency", e.Group},
			ProblemSeverity: severity(e.Level),
			Precision:       "high",
			Group:           e.Group,
			Scope:           e.Scope,
			Since:           e.Since,
		},
	}
}

// severity maps a level to GitHub's word for it.
func severity(l rule.Level) string {
	if l == rule.Advice {
		return "recommendation"
	}
	return l.String()
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
