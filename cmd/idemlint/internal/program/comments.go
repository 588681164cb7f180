package program

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/directive"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/passes/observed"
	"github.com/idemlint/idemlint/passes/suppress"
)

// comment is one that silences rules: in Go code, of which the packages told, or in a file of SQL, which no package has read.
type comment struct {
	suppress.Told
	observed.Mark
	file  string
	inSQL bool // in a file of SQL
	used  []string
}

func (c *comment) use(rule string) { c.used = append(c.used, rule) }

// readComments lists the comments of the program. One without a reason silences nothing.
func readComments(records []observed.Record, sql []string) ([]*comment, error) {
	var out []*comment
	for _, r := range records {
		if r.Kind != observed.Comment {
			continue
		}
		c := &comment{Mark: r.Mark, file: govet.ParsePosition(r.Posn).File}
		if err := r.Into(&c.Told); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	for _, name := range sql {
		out = append(out, inFile(name)...)
	}
	return out, nil
}

// inFile reads the comments of a file of SQL: each covers its line or, where nothing else stands in it, the next line with a statement.
func inFile(name string) []*comment {
	text, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(text), "idemlint:ignore") {
		return nil
	}
	lines := strings.Split(string(text), "\n")
	var out []*comment
	for _, s := range suppress.SQL(string(text)) {
		col := strings.Index(lines[s.Line-1], "--") + 1
		c := &comment{file: name, inSQL: true}
		c.Kind, c.Rules, c.Reason, c.From, c.To = suppress.InSQL, s.Rules, s.Reason, s.Line, s.Line
		c.Posn = fmt.Sprintf("%s:%d:%d", name, s.Line, max(col, 1))
		c.End = fmt.Sprintf("%s:%d:%d", name, s.Line, len(strings.TrimRight(lines[s.Line-1], "\r"))+1)
		if strings.TrimSpace(lines[s.Line-1][:max(col-1, 0)]) == "" {
			c.To = below(lines, s.Line)
		}
		out = append(out, c)
	}
	return out
}

// below is the number of the next line that is neither blank nor a comment, after the line with this number.
func below(lines []string, line int) int {
	for n := line; n < len(lines); n++ {
		if s := strings.TrimSpace(lines[n]); s != "" && !strings.HasPrefix(s, "--") {
			return n + 1
		}
	}
	return line
}

// unused reports what the rule about comments has to say of those that concern program rules: one that silences nothing, and of those
// in files of SQL, which it has not seen, also one without a reason or with a rule that does not exist. What it said of a package's
// comment without knowing of these rules is taken back where one of them needed the comment.
func (d *decider) unused(run []rule.Entry) {
	i := slices.IndexFunc(d.Rules, func(r rule.Entry) bool { return r.Name == directive.Info.Name })
	if i < 0 || !d.runs(directive.Info.Name) {
		return
	}
	s := &sink{d, directive.Info}
	known := analyzers.Names(d.Rules)
	for _, c := range d.comments {
		if len(c.used) > 0 {
			for _, name := range append([]string{""}, c.used...) {
				f := directive.Unused(name)
				s.Withdraw(rule.Reported{Posn: c.Posn, Message: f.Message}, "")
			}
		}
		if c.inSQL {
			for _, f := range directive.InSQL(c.Rules, c.Reason, known) {
				f.Mark = c.Mark
				s.Report(f)
			}
		}
		for _, r := range run {
			if r.Scope != "program" || c.Reason == "" || !slices.Contains(c.Rules, r.Name) || slices.Contains(c.used, r.Name) || !d.judged(r, c) {
				continue
			}
			f := directive.Unused(r.Name)
			f.Mark = c.Mark
			s.Report(f)
		}
	}
}

// judged reports whether the rule had a say where the comment stands: not in test code, which is told of by nobody, and not where it is off.
func (d *decider) judged(r rule.Entry, c *comment) bool {
	return d.in(c.file).Runs(r.Name) && d.own(c.file)
}
