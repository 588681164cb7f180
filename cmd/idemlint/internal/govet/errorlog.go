package govet

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// errorLog keeps the text of the go command, sorted by the package it speaks of: lines after "# import/path" belong to
// that package, lines before any header to the run.
type errorLog struct {
	byPackage map[string][]string
	general   []string
	current   string
}

func newErrorLog() *errorLog { return &errorLog{byPackage: map[string][]string{}} }

func (l *errorLog) add(line string) {
	if header, ok := strings.CutPrefix(line, "# "); ok {
		// "# p", "# p [p.test]", and in between "# [p]" when the tool failed on p.
		path, _, _ := strings.Cut(header, " ")
		if !strings.HasPrefix(path, "[") {
			l.current = path
		}
		return
	}
	line = strings.TrimPrefix(strings.TrimPrefix(line, "idemlint: "), "vet: ")
	if l.current == "" {
		l.general = append(l.general, line)
		return
	}
	l.byPackage[l.current] = append(l.byPackage[l.current], line)
}

// endRun forgets which package the last lines spoke of: the next run starts without a header.
func (l *errorLog) endRun() { l.current = "" }

// of gives the first error of a package: under its header, or a line that names a file in its directory.
func (l *errorLog) of(pkg, dir, base string) string {
	for _, line := range l.byPackage[pkg] {
		if !remark(line) {
			return line
		}
	}
	if dir == "" {
		return ""
	}
	for _, line := range l.general {
		file, _, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		if !filepath.IsAbs(file) {
			file = filepath.Join(base, file)
		}
		if filepath.Dir(file) == dir {
			return line
		}
	}
	return ""
}

// remark reports whether a line is what a C compiler says beside errors: warnings, the function they are in, the code they mean.
// Packages with cgo have many of these and compile all the same.
func remark(line string) bool {
	return strings.HasPrefix(line, " ") || strings.Contains(line, ": warning: ") || strings.Contains(line, ": note: ") ||
		strings.Contains(line, ": In function ") || strings.Contains(line, ": At top level:") || strings.HasPrefix(line, "In file included from ")
}

// text is all that was said of no package in particular, or else everything.
func (l *errorLog) text() string {
	if len(l.general) > 0 {
		return strings.Join(l.general, "\n")
	}
	var all []string
	for _, p := range slices.Sorted(maps.Keys(l.byPackage)) {
		all = append(all, l.byPackage[p]...)
	}
	if len(all) == 0 {
		return "go vet failed without a word"
	}
	return strings.Join(all, "\n")
}
