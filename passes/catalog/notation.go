package catalog

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/idemlint/idemlint/passes/nearest"
)

// A catalogue file is lines of words, separated by blanks; "#" starts a comment.
//
//	module github.com/google/uuid                 the module the lines below describe (no major version); with "/..." all modules below
//	header Idempotency-Key                        a header whose value is an idempotency key
//	source.random  github.com/google/uuid.New     ROLE SYMBOL [attribute ...]
//	retry.wrapper  github.com/cenkalti/backoff.Retry  arg=0 major=..4
//	key.sink       github.com/stripe/stripe-go.Params field=IdempotencyKey
//	key.sink       (github.com/stripe/stripe-go.Params).SetIdempotencyKey arg=0
//	key.sink       cloud.google.com/go/compute/apiv1/computepb.* field=RequestId
//
// A symbol is path.Name or (path.Type).Method; * in place of the type's name stands for all types of the package.
// It names the declarer: the type whose method is promoted, the type behind an alias.
// arg=N names a parameter (0-based, receiver excluded), arg=N... that and all that follow.
// field=F says that the symbol is a struct type and the line speaks of its field F.
// major=5.. (or ..4, or 2..4) binds the line to major versions, for the rare library that moved a parameter.
// The other attributes are name=value; which a role takes, and with which values, is in attrs.go.

// Parse reads one catalogue file. Errors name file and line.
func Parse(file, text string) (entries []*Entry, modules []string, err error) {
	seen := map[string]int{}
	for i, line := range strings.Split(text, "\n") {
		n := i + 1
		role, rest := nextWord(line)
		if role == "module" {
			path, rest := nextWord(rest)
			if extra, _ := nextWord(rest); path == "" || extra != "" {
				return nil, nil, fmt.Errorf("%s:%d: module takes one path", file, n)
			}
			modules = append(modules, Unversioned(path))
			continue
		}
		e, err := parseLine(line)
		if err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
		if e == nil {
			continue
		}
		e.File, e.Line = file, n
		if first, dup := seen[e.identity()]; dup {
			return nil, nil, fmt.Errorf("%s:%d: duplicate of line %d", file, n, first)
		}
		seen[e.identity()] = n
		entries = append(entries, e)
	}
	return entries, modules, nil
}

// identity is what two lines must not share.
func (e *Entry) identity() string {
	return fmt.Sprint(e.Role, " ", e.Sym, " ", e.Field, " ", e.Arg, " ", e.Since, "-", e.Until, " ", e.Attr("to"), e.Attr("key"))
}

// parseLine reads a line other than a module's; nil for a blank one.
func parseLine(line string) (*Entry, error) {
	role, rest := nextWord(line)
	if role == "" {
		return nil, nil
	}
	name, rest := nextWord(rest)
	if name == "" {
		return nil, fmt.Errorf("want ROLE SYMBOL [name=value ...]")
	}
	e := &Entry{Role: Role(role), Arg: NoArg}
	if e.Role == Header {
		e.Sym = Symbol{Name: name}
		if extra, _ := nextWord(rest); extra != "" || strings.ContainsAny(name, "().=/") {
			return nil, fmt.Errorf("header takes one name")
		}
		return e, nil
	}
	takes, err := takenBy(role)
	if err != nil {
		return nil, err
	}
	if e.Sym, err = parseSymbol(name); err != nil {
		return nil, err
	}
	for {
		var word string
		if word, rest = nextWord(rest); word == "" {
			return e, e.check()
		}
		if err := e.attribute(word, takes); err != nil {
			return nil, err
		}
	}
}

// takenBy lists the attributes that a role takes.
func takenBy(role string) (string, error) {
	takes, ok := attributes(Role(role))
	if !ok {
		return "", fmt.Errorf("unknown role %q: %s", role, nearest.Want(role, roleNames()))
	}
	return takes, nil
}

// attribute takes one name=value word into the entry.
func (e *Entry) attribute(word, takes string) error {
	name, value, ok := strings.Cut(word, "=")
	if !ok || name == "" || value == "" {
		return fmt.Errorf("%q is not name=value", word)
	}
	values, ok := allowed(takes, name)
	if !ok {
		return fmt.Errorf("role %s takes no attribute %s: %s", e.Role, name, nearest.Want(name, attributeNames(takes)))
	}
	switch name {
	case "arg":
		if e.Arg != NoArg {
			return fmt.Errorf("attribute arg twice")
		}
		if e.Arg, e.Variadic, ok = place(value); !ok {
			return fmt.Errorf("arg=%s: want a parameter index", value)
		}
		return nil
	case "field":
		if e.Field != "" {
			return fmt.Errorf("attribute field twice")
		}
		e.Field = value
		return nil
	case "major":
		if e.Since, e.Until, ok = majors(value); !ok {
			return fmt.Errorf("major=%s: want FROM.. or ..TO or FROM..TO", value)
		}
		return nil
	}
	if !oneOf(values, value) {
		return fmt.Errorf("%s=%s: %s", name, value, nearest.Want(value, strings.Split(values, "|")))
	}
	if _, dup := e.Attrs[name]; dup {
		return fmt.Errorf("attribute %s twice", name)
	}
	if e.Attrs == nil {
		e.Attrs = make(map[string]string, 2)
	}
	e.Attrs[name] = value
	return nil
}

// check holds what depends on several words of a line.
func (e *Entry) check() error {
	if e.Field != "" && (e.Sym.Recv != "" || e.Arg != NoArg) {
		return fmt.Errorf("field=%s: a line about a field names the struct type, and no parameter", e.Field)
	}
	if e.Sym.Name == AnyType && (e.Field == "" || e.Sym.Recv != "") {
		return fmt.Errorf("symbol %s: * stands for a type", e.Sym)
	}
	if e.Role == KeySink && e.Field == "" && e.Arg == NoArg {
		return fmt.Errorf("key.sink wants arg or field")
	}
	return nil
}

// place reads "2" and "2...".
func place(s string) (n int, variadic, ok bool) {
	digits, variadic := strings.CutSuffix(s, "...")
	n = number(digits)
	if n < 0 {
		return NoArg, false, false
	}
	return n, variadic, true
}

// majors reads "5..", "..4" and "2..4".
func majors(s string) (since, until int, ok bool) {
	from, to, ok := strings.Cut(s, "..")
	if !ok || from == "" && to == "" {
		return 0, 0, false
	}
	if from != "" {
		since = number(from)
	}
	if to != "" {
		until = number(to)
	}
	return since, until, since >= 0 && until >= 0 && (to == "" || since <= until)
}

func parseSymbol(s string) (Symbol, error) {
	if rest, ok := strings.CutPrefix(s, "("); ok {
		typ, name, ok := strings.Cut(rest, ").")
		typ = strings.TrimPrefix(typ, "*")
		dot := strings.LastIndexByte(typ, '.')
		if !ok || dot <= 0 || dot == len(typ)-1 || name == "" || strings.ContainsAny(name, ".()") || strings.Contains(typ[dot:], "/") {
			return Symbol{}, fmt.Errorf("symbol %q: want (path.Type).Method", s)
		}
		return Symbol{Unversioned(typ[:dot]), typ[dot+1:], name}, nil
	}
	dot := strings.LastIndexByte(s, '.')
	if dot <= 0 || dot == len(s)-1 || strings.ContainsAny(s[dot:], "/()") {
		return Symbol{}, fmt.Errorf("symbol %q: want path.Name or (path.Type).Method", s)
	}
	return Symbol{Pkg: Unversioned(s[:dot]), Name: s[dot+1:]}, nil
}

// pathOf returns the package path of a symbol as written, nothing when it has none.
func pathOf(symbol []byte) []byte {
	if rest, ok := bytes.CutPrefix(symbol, []byte("(")); ok {
		symbol, _, _ = bytes.Cut(rest, []byte(")"))
		symbol = bytes.TrimPrefix(symbol, []byte("*"))
	}
	return symbol[:max(0, bytes.LastIndexByte(symbol, '.'))]
}

// nextWord cuts the first word off a line; a comment is the end of it.
func nextWord[T string | []byte](line T) (word, rest T) {
	start := 0
	for start < len(line) && blank(line[start]) {
		start++
	}
	if start == len(line) || line[start] == '#' {
		return line[:0], line[:0]
	}
	end := start
	for end < len(line) && !blank(line[end]) {
		end++
	}
	return line[start:end], line[end:]
}

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }
