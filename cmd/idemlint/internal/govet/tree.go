package govet

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// Tree is what "go vet -json" prints for a package: package id, then analyzer, then its diagnostics or its error.
type Tree map[string]map[string]Result

// Result is the outcome of one analyzer on one package: diagnostics, or the error that kept it from having any.
type Result struct {
	Diagnostics []Diagnostic
	Err         string
}

// Diagnostic has the shape that x/tools prints. The order of the fields is that of the output.
type Diagnostic struct {
	Category       string         `json:"category,omitempty"`
	Posn           string         `json:"posn"`
	End            string         `json:"end"`
	Message        string         `json:"message"`
	SuggestedFixes []SuggestedFix `json:"suggested_fixes,omitempty"`
	Related        []Related      `json:"related,omitempty"`
	// Subject names what a program rule's finding is about; it stands in the fingerprint for the code at the position.
	Subject string `json:"-"`
}

// SuggestedFix is a group of edits that belong together.
type SuggestedFix struct {
	Message string     `json:"message"`
	Edits   []TextEdit `json:"edits"`
}

// TextEdit replaces the bytes from Start to End.
type TextEdit struct {
	Filename string `json:"filename"`
	Start    int    `json:"start"`
	End      int    `json:"end"`
	New      string `json:"new"`
}

// Related is a further place that belongs to a diagnostic.
type Related struct {
	Posn    string `json:"posn"`
	End     string `json:"end"`
	Message string `json:"message"`
}

type jsonError struct {
	Err string `json:"error"`
}

// UnmarshalJSON reads a list of diagnostics or an error object.
func (r *Result) UnmarshalJSON(data []byte) error {
	if data = bytes.TrimSpace(data); len(data) > 0 && data[0] == '[' {
		return json.Unmarshal(data, &r.Diagnostics)
	}
	var e jsonError
	if err := json.Unmarshal(data, &e); err != nil {
		return err
	}
	r.Err = e.Err
	return nil
}

// MarshalJSON writes what UnmarshalJSON reads.
func (r Result) MarshalJSON() ([]byte, error) {
	if r.Err != "" {
		return json.Marshal(jsonError{r.Err})
	}
	return json.Marshal(r.Diagnostics)
}

// Merge adds the results of another tree. Both may speak of one package, once as a dependency and once with its tests:
// what they share is kept once.
func (t Tree) Merge(other Tree) {
	for id, results := range other {
		if len(results) == 0 {
			continue
		}
		if t[id] == nil {
			t[id] = map[string]Result{}
		}
		for name, res := range results {
			t[id][name] = t[id][name].and(res)
		}
	}
}

func (r Result) and(s Result) Result {
	switch {
	case len(r.Diagnostics) == 0:
		return Result{s.Diagnostics, cmp.Or(r.Err, s.Err)}
	case len(s.Diagnostics) == 0:
		return Result{r.Diagnostics, cmp.Or(r.Err, s.Err)}
	}
	all := slices.Concat(r.Diagnostics, s.Diagnostics)
	slices.SortStableFunc(all, func(a, b Diagnostic) int { return a.compare(&b) })
	all = slices.CompactFunc(all, func(a, b Diagnostic) bool { return a.compare(&b) == 0 })
	return Result{all, cmp.Or(r.Err, s.Err)}
}

// split reads the output of the go command: JSON documents, each from a line "{" to a line "}" (or "{}" alone), between
// lines of text. Go 1.26 prints the documents on stdout and the text on stderr, Go 1.25 both on stderr.
func split(r io.Reader, tree func(Tree), text func(line string)) error {
	in := bufio.NewReader(r)
	var doc bytes.Buffer
	for {
		line, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return err
		}
		trimmed := trimEOL(line)
		switch {
		case doc.Len() > 0:
			doc.WriteString(line)
			if trimmed == "}" {
				var t Tree
				if err := json.Unmarshal(doc.Bytes(), &t); err != nil {
					return fmt.Errorf("output of go vet: %v", err)
				}
				doc.Reset()
				tree(t)
			}
		case trimmed == "{":
			doc.WriteString(line)
		case trimmed == "{}":
			tree(nil)
		case trimmed != "":
			text(trimmed)
		}
		if err == io.EOF {
			if doc.Len() > 0 {
				return fmt.Errorf("output of go vet: unexpected end")
			}
			return nil
		}
	}
}

func trimEOL(line string) string {
	return string(bytes.TrimRight([]byte(line), "\r\n"))
}
