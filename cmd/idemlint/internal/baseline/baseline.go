// Package baseline reads and writes the file of findings that are accepted for now, so that a linter can be put to work on
// code that already has some: old ones are kept quiet, new ones are not.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
	"github.com/idemlint/idemlint/passes/config"
)

// FileName is where "idemlint baseline" writes when it is told no other name.
const FileName = ".idemlint-baseline.json"

// Baseline is the content of the file.
type Baseline struct {
	Version int `json:"version"` // report.FingerprintVersion
	// Tests and Generated tell that findings in such code were asked for when the file was written.
	Tests     bool    `json:"tests,omitempty"`
	Generated bool    `json:"generated,omitempty"`
	Findings  []Entry `json:"findings"`
}

// Entry is one accepted finding, or several equal ones in one function. Only the fingerprint and the count decide; the rest
// is for the person who reviews the file.
type Entry struct {
	Rule        string `json:"rule"`
	Level       string `json:"level"`
	Package     string `json:"package"`
	Function    string `json:"function,omitempty"`
	Message     string `json:"message"`
	Fingerprint string `json:"fingerprint"`
	Count       int    `json:"count"`
}

// Load reads a file. Errors name it, and the line where they can.
func Load(name string) (*Baseline, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such file; idemlint baseline write makes it", name)
	}
	if err != nil {
		return nil, err
	}
	b, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return b, nil
}

// Parse reads the content of a file strictly: a word that is not known may be one that matters. An error begins with the
// line it was found in.
func Parse(data []byte) (*Baseline, error) {
	b := new(Baseline)
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(b); err != nil {
		return nil, fmt.Errorf("%d: no baseline: %s", line(data, offset(err, data)), strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("%d: no baseline: there is more after the end", line(data, dec.InputOffset()))
	}
	if b.Version != report.FingerprintVersion {
		return nil, fmt.Errorf("1: version %d is not known: want %d; write the file anew with idemlint baseline write", b.Version, report.FingerprintVersion)
	}
	seen := map[string]bool{}
	for i, e := range b.Findings {
		problem := ""
		_, levelErr := config.ParseLevel(e.Level)
		switch {
		case e.Rule == "" || e.Fingerprint == "":
			problem = "has no rule or no fingerprint"
		case levelErr != nil:
			problem = "has an " + levelErr.Error()
		case e.Count < 1:
			problem = fmt.Sprintf("has count %d: want 1 or more", e.Count)
		case seen[e.Fingerprint]:
			problem = "has the fingerprint of an earlier one: " + e.Fingerprint
		}
		if problem != "" {
			return nil, fmt.Errorf("%d: entry %d %s", max(1, line(data, int64(bytes.Index(data, []byte(`"`+e.Fingerprint+`"`))))), i+1, problem)
		}
		seen[e.Fingerprint] = true
	}
	return b, nil
}

func offset(err error, data []byte) int64 {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return syntax.Offset
	case errors.As(err, &kind):
		return kind.Offset
	case errors.Is(err, io.ErrUnexpectedEOF):
		return int64(len(data))
	}
	return 0 // an unknown field; the decoder does not tell where
}

func line(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(max(offset, 0), int64(len(data)))], []byte("\n"))
}

// Bytes is the file: sorted, one finding in one place whatever else is there, so that merges are easy.
func (b *Baseline) Bytes() ([]byte, error) {
	slices.SortFunc(b.Findings, func(x, y Entry) int {
		return cmp.Or(cmp.Compare(x.Package, y.Package), cmp.Compare(x.Function, y.Function), cmp.Compare(x.Rule, y.Rule),
			cmp.Compare(x.Message, y.Message), cmp.Compare(x.Fingerprint, y.Fingerprint))
	})
	if b.Findings == nil {
		b.Findings = []Entry{}
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(b)
	return buf.Bytes(), err
}
