package render

import (
	"encoding/json"
	"io"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
	"github.com/idemlint/idemlint/passes/config"
)

// issue is one entry of a GitLab code quality report:
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format.
type issue struct {
	Description string   `json:"description"`
	CheckName   string   `json:"check_name"`
	Fingerprint string   `json:"fingerprint"`
	Severity    string   `json:"severity"`
	Location    gitlabAt `json:"location"`
}

type gitlabAt struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// GitLab writes a code quality report. Equal findings in one function are numbered: GitLab shows one entry a fingerprint.
func GitLab(w io.Writer, r *report.Report) error {
	issues := []issue{}
	for _, it := range r.Shown() {
		file, _ := r.Rel(it.File)
		text := it.Text()
		if help := it.Help(); help != "" {
			text += "; " + help
		}
		issues = append(issues, issue{
			Description: text,
			CheckName:   it.Rule,
			Fingerprint: it.Unique(),
			Severity:    severity(it.Level()),
			Location:    gitlabAt{file, gitlabLines{it.Line, it.EndLine}},
		})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(issues)
}

// severity maps a level to GitLab's words: info, minor, major, critical, blocker.
func severity(l config.Level) string {
	switch l {
	case config.Error:
		return "critical"
	case config.Warning:
		return "major"
	}
	return "info"
}
