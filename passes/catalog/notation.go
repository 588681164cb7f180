package catalog

import (
	"fmt"
	"strconv"
	"strings"
)

// A catalogue file is lines of words, separated by blanks; "#" starts a comment.
//
//	module github.com/google/uuid                 the module the lines below describe (no major version)
//	source.random  github.com/google/uuid.New     ROLE SYMBOL [attribute ...]
//	retry.wrapper  github.com/cenkalti/backoff.Retry  arg=0
//	key.sink       github.com/stripe/stripe-go.Params field=IdempotencyKey
//	key.sink       (github.com/stripe/stripe-go.Params).SetIdempotencyKey arg=0
//	header         Idempotency-Key                a header whose value is an idempotency key
//
// A symbol is path.Name or (path.Type).Method. arg=N names a parameter (0-based, receiver excluded), arg=N... that and all that follow.
// field=F says that the symbol is a struct type and the line speaks of its field F. All other attributes are name=value.

// Parse reads one catalogue file. Errors name file and line.
func Parse(file, text string) (entries []*Entry, modules []string, err error) {
	for i, line := range strings.Split(text, "\n") {
		if at := strings.Index(line, "#"); at >= 0 {
			line = line[:at]
		}
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if words[0] == "module" {
			if len(words) != 2 {
				return nil, nil, fmt.Errorf("%s:%d: module takes one path", file, i+1)
			}
			modules = append(modules, Unversioned(words[1]))
			continue
		}
		if words[0] == "header" {
			if len(words) != 2 {
				return nil, nil, fmt.Errorf("%s:%d: header takes one name", file, i+1)
			}
			entries = append(entries, &Entry{Role: Header, Sym: Symbol{Name: words[1]}, Arg: NoArg, File: file, Line: i + 1})
			continue
		}
		e, err := parseEntry(words)
		if err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
		e.File, e.Line = file, i+1
		entries = append(entries, e)
	}
	return entries, modules, nil
}

func parseEntry(words []string) (*Entry, error) {
	if len(words) < 2 {
		return nil, fmt.Errorf("want ROLE SYMBOL [name=value ...]")
	}
	sym, err := parseSymbol(words[1])
	if err != nil {
		return nil, err
	}
	e := &Entry{Role: Role(words[0]), Sym: sym, Arg: NoArg}
	for _, w := range words[2:] {
		name, value, ok := strings.Cut(w, "=")
		if !ok || value == "" {
			return nil, fmt.Errorf("%q is not name=value", w)
		}
		switch name {
		case "arg":
			digits, variadic := strings.CutSuffix(value, "...")
			n, err := strconv.Atoi(digits)
			if err != nil || n < 0 {
				return nil, fmt.Errorf("arg=%s: want a parameter index", value)
			}
			e.Arg, e.Variadic = n, variadic
		case "field":
			e.Field = value
		default:
			if e.Attrs == nil {
				e.Attrs = map[string]string{}
			}
			if _, dup := e.Attrs[name]; dup {
				return nil, fmt.Errorf("attribute %s twice", name)
			}
			e.Attrs[name] = value
		}
	}
	return e, nil
}

func parseSymbol(s string) (Symbol, error) {
	if rest, ok := strings.CutPrefix(s, "("); ok {
		typ, name, ok := strings.Cut(rest, ").")
		typ = strings.TrimPrefix(typ, "*")
		dot := strings.LastIndex(typ, ".")
		if !ok || dot <= 0 || name == "" {
			return Symbol{}, fmt.Errorf("symbol %q: want (path.Type).Method", s)
		}
		return Symbol{Unversioned(typ[:dot]), typ[dot+1:], name}, nil
	}
	dot := strings.LastIndex(s, ".")
	if dot <= 0 || dot == len(s)-1 || strings.Contains(s[dot:], "/") {
		return Symbol{}, fmt.Errorf("symbol %q: want path.Name or (path.Type).Method", s)
	}
	return Symbol{Pkg: Unversioned(s[:dot]), Name: s[dot+1:]}, nil
}
