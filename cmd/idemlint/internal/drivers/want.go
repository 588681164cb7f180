package drivers

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"text/scanner"
)

// Want is an expectation in the testdata: what a rule must report at a line of its own folder.
type Want struct {
	File string // relative to the source tree, with slashes
	Line int
	Text *regexp.Regexp
}

// Wants reads the "// want" comments below the folder of a rule.
func Wants(src, rule string) ([]Want, error) {
	var out []Want
	err := filepath.WalkDir(filepath.Join(src, rule), func(name string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(src, name)
		if err != nil {
			return err
		}
		n := 0
		for line := range strings.Lines(string(data)) {
			n++
			_, text, ok := strings.Cut(line, "// want ")
			if !ok {
				continue
			}
			patterns, err := quoted(text)
			if err != nil {
				return fmt.Errorf("%s:%d: %w", name, n, err)
			}
			for _, p := range patterns {
				out = append(out, Want{filepath.ToSlash(rel), n, p})
			}
		}
		return nil
	})
	return out, err
}

// quoted reads the strings of a want comment. Expected facts, name:"text", are none of a rule's business.
func quoted(text string) ([]*regexp.Regexp, error) {
	var s scanner.Scanner
	s.Init(strings.NewReader(text))
	s.Mode = scanner.ScanStrings | scanner.ScanRawStrings | scanner.ScanIdents
	s.Error = func(*scanner.Scanner, string) {}
	var out []*regexp.Regexp
	fact := false
	for {
		switch tok := s.Scan(); tok {
		case scanner.String, scanner.RawString:
			if fact {
				fact = false
				continue
			}
			p, err := unquote(s.TokenText())
			if err != nil {
				return nil, err
			}
			out = append(out, p)
		case scanner.Ident:
			fact = true
		case ':':
		default:
			return out, nil
		}
	}
}

func unquote(text string) (*regexp.Regexp, error) {
	s, err := strconv.Unquote(text)
	if err != nil {
		return nil, err
	}
	return regexp.Compile(s)
}
