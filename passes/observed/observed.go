// Package observed is the vocabulary for what a package tells to whoever sees the whole program: what it says about tables, how it
// uses stores, which comments silence what. Rules of scope program are decided over these records, by the driver, and nowhere else.
//
// A pass takes part by giving its result the method of Source, a rule by rule.Observe. The records travel inside the JSON of
// "go vet", so the go command caches them with everything else that was computed for the package. They are sealed: the text is
// made and read here only, and it names the version of its form. Driver and tool are one binary, whose hash is part of the cache's
// key, so another version is a fault of ours and not something to be read with good will.
package observed

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/token"

	"github.com/idemlint/idemlint/passes/trace"
)

// Version is that of the form of all records.
const Version = 1

// Kind says what a record tells.
type Kind string

// The kinds.
const (
	Comment Kind = "comment" // a comment that silences rules, see passes/suppress
	Tables  Kind = "tables"  // what the package says about tables, see passes/schema
	Use     Kind = "use"     // a look-up, record or claim in a store, see passes/storeuse
	Pair    Kind = "pair"    // a look-up that decides over an insert, see analyzers/checkthenact
)

// Item is one thing that a package tells.
type Item struct {
	Kind     Kind
	Pos, End token.Pos
	// Data is written as JSON; it holds no position of this process and nothing that differs between two runs.
	Data any
	// Places are further positions, which Data may name by their index.
	Places []Place
}

// Place is a further position with a word about it.
type Place struct {
	Pos, End token.Pos
	Text     string
}

// Source is the result of a pass that has something to tell.
type Source interface {
	// Observed lists it; the order does not matter.
	Observed() []Item
}

// Record is an item as the driver gets it.
type Record struct {
	Kind    Kind
	Package string // import path
	Mark
	Data   json.RawMessage
	Places []Mark
}

// Mark is a position in the form file:line:column, with its end, which may be empty, and a word about it.
type Mark struct {
	Posn, End, Text string
	// Elsewhere: the place lies in another package, and Text tells it; Posn is that of whoever heard of it.
	Elsewhere bool
}

// sealed is the text of a record.
type sealed struct {
	V    int             `json:"v"`
	Data json.RawMessage `json:"data"`
}

// Seal writes the data of an item.
func Seal(data any) (string, error) {
	raw, err := marshal(data)
	if err != nil {
		return "", err
	}
	text, err := marshal(sealed{Version, raw})
	return string(text), err
}

// marshal writes JSON in one line, with < and > as they are.
func marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(buf.Bytes()), err
}

// Open reads what Seal wrote.
func Open(text string) (json.RawMessage, error) {
	var s sealed
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return nil, fmt.Errorf("observation: %w", err)
	}
	if s.V != Version {
		return nil, fmt.Errorf("observation of version %d: want %d", s.V, Version)
	}
	return s.Data, nil
}

// Into reads the data into v.
func (r *Record) Into(v any) error {
	if err := json.Unmarshal(r.Data, v); err != nil {
		return fmt.Errorf("observation %s of %s: %w", r.Kind, r.Package, err)
	}
	return nil
}

// Places are the steps of a trace as further positions. A step that was learnt from another package has none; its place stays in
// its words, as everywhere.
func Places(pos token.Pos, steps []trace.Step) []Place {
	var out []Place
	for _, s := range steps {
		p := Place{Pos: s.Pos, Text: s.Text}
		if !p.Pos.IsValid() {
			p.Pos = pos
			if s.Posn != "" {
				p.Text += " at " + s.Posn
			}
		}
		out = append(out, p)
	}
	return out
}
