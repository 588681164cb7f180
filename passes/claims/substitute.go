package claims

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// substitute turns the tokens of a callee into those of its caller.
func (r *engine) substitute(toks []string, args, bindings []ssa.Value, at ssa.Instruction) []string {
	return (&resolver{r: r, seen: map[identKey]bool{}}).substitute(toks, args, bindings, at, 0)
}

func (s *resolver) substitute(toks []string, args, bindings []ssa.Value, at ssa.Instruction, depth int) []string {
	var out []string
	for _, t := range toks {
		switch t[0] {
		case '=', 'g', '~':
			out = append(out, t)
		case 'p', 'x':
			from := args
			if t[0] == 'x' {
				from = bindings
			}
			end := strings.IndexAny(t, ".[")
			if end < 0 {
				end = len(t)
			}
			if i := atoi(t[1:end]); i >= 0 && i < len(from) {
				out = append(out, s.of(from[i], t[end:], at, depth+1)...)
			} else {
				out = append(out, tokUnknown)
			}
		default:
			out = append(out, tokUnknown)
		}
	}
	return out
}

func itoa(n int) string {
	if n < 0 {
		return "?"
	}
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

func atoi(s string) int {
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' || n > 1000 {
			return -1
		}
		n = n*10 + int(c-'0')
	}
	if s == "" {
		return -1
	}
	return n
}
