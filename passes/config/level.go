package config

import (
	"fmt"

	"github.com/idemlint/idemlint/passes/nearest"
)

// Level is how much a finding matters if it is true.
type Level uint8

// The levels, from the least to the gravest. The zero value is Advice, so that a forgotten level is quiet by default.
const (
	Advice Level = iota
	Warning
	Error
)

// Levels lists all levels, gravest first, as they are written in help texts.
func Levels() []Level { return []Level{Error, Warning, Advice} }

// String returns "advice", "warning" or "error".
func (l Level) String() string {
	switch l {
	case Error:
		return "error"
	case Warning:
		return "warning"
	}
	return "advice"
}

// ParseLevel reads a level by its name.
func ParseLevel(s string) (Level, error) {
	for _, l := range Levels() {
		if s == l.String() {
			return l, nil
		}
	}
	return 0, fmt.Errorf("unknown level %q: %s", s, nearest.Want(s, levelNames()))
}

func levelNames() []string {
	var out []string
	for _, l := range Levels() {
		out = append(out, l.String())
	}
	return out
}

// Set implements flag.Value.
func (l *Level) Set(s string) (err error) {
	*l, err = ParseLevel(s)
	return err
}
