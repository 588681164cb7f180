package config

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/tools/go/analysis"
)

// Runs reports whether the rule may report anywhere in the package: a rule that is off everywhere need not look. Rules that a
// flag names run whatever the file says.
func (c *Config) Runs(rule string) bool {
	if !c.Rules.Has(rule) {
		return false
	}
	if c.File == nil || c.Rules.Only(rule) {
		return true
	}
	if !c.File.rules[rule].Off {
		return true
	}
	for _, p := range c.File.Paths {
		if s, ok := p.rules[rule]; ok && !s.Off {
			return true
		}
	}
	return false
}

// Verdict is what the configuration says of one finding.
type Verdict struct {
	Level Level
	// Silent says why the finding is not reported, "" if it is.
	Silent string
}

// Judge decides about a finding of a rule at pos: its level, and whether it is shown.
func (c *Config) Judge(pass *analysis.Pass, rule string, level Level, pos token.Pos) Verdict {
	return c.JudgeFile(fileName(pass, pos), rule, level, func() string {
		switch {
		case !c.InTests() && InTestCode(pass, pos):
			return "this is test code; -tests reports there too"
		case !c.InGenerated() && InGenerated(pass, pos):
			return "this is a generated file; -generated reports there too"
		}
		return ""
	})
}

// JudgeFile does so for a file that no pass holds, such as one of SQL. aside says why the file itself is left alone, "" if it is not.
func (c *Config) JudgeFile(name, rule string, level Level, aside func() string) Verdict {
	lowest, from := c.Level, "asked for"
	if c.File != nil {
		path := c.File.relative(name)
		for _, p := range c.File.Exclude {
			if p.covers(path) {
				return Verdict{level, fmt.Sprintf("%s is excluded by %s, %s", path, p.Glob, c.File.at(p.Line))}
			}
		}
		set, shown := c.File.rules[rule], c.File.level
		line := 0
		for _, p := range c.File.Paths {
			if !p.covers(path) {
				continue
			}
			if s, ok := p.rules[rule]; ok {
				set = s
			}
			if p.level != nil {
				shown, line = p.level, p.Line
			}
		}
		if set.Off && !c.Rules.Only(rule) {
			return Verdict{level, "the rule is off here, " + c.File.at(set.Line)}
		}
		if set.Level != nil {
			level = *set.Level
		}
		if shown != nil && !c.levelGiven {
			lowest, from = *shown, "that "+filepath.Base(c.File.Name)+" asks for"
			if line > 0 {
				from += " here (line " + fmt.Sprint(line) + ")"
			}
		}
	}
	if why := aside(); why != "" {
		return Verdict{level, why}
	}
	if level < lowest {
		return Verdict{level, fmt.Sprintf("its level is %s, below the %s %s", level, lowest, from)}
	}
	return Verdict{Level: level}
}

// InTests reports whether findings in test code are asked for, InGenerated whether those in generated files are.
func (c *Config) InTests() bool     { return c.Tests || c.File != nil && c.File.tests }
func (c *Config) InGenerated() bool { return c.Generated || c.File != nil && c.File.generated }

// at names a line of the file for messages.
func (f *File) at(line int) string { return fmt.Sprintf("%s:%d", filepath.Base(f.Name), line) }

// relative gives a path with slashes from the directory of the file.
func (f *File) relative(name string) string {
	if rel, err := filepath.Rel(filepath.Dir(f.Name), name); err == nil {
		name = rel
	}
	return filepath.ToSlash(name)
}

// covers reports whether the glob matches the path or a directory above it.
func (p Pattern) covers(path string) bool {
	for path != "" && path != "." {
		if ok, err := doublestar.Match(p.Glob, path); ok && err == nil {
			return true
		}
		i := strings.LastIndexByte(path, '/')
		if i < 0 {
			return false
		}
		path = path[:i]
	}
	return false
}
