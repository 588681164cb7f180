package migrate

import (
	"cmp"
	"strings"
)

// Compare orders versions as the tools do: numbers by value, so that 10 comes after 9, and V1.1 after V1. A flyway version ends at
// the two underscores, and what is repeatable (R__) comes last.
func Compare(a, b string) int {
	va, ra := flyway(a)
	vb, rb := flyway(b)
	return cmp.Or(cmp.Compare(ra, rb), natural(va, vb), natural(a, b), cmp.Compare(a, b))
}

// flyway gives the part of a name that is its version.
func flyway(s string) (version string, repeatable int) {
	head, _, ok := strings.Cut(s, "__")
	if !ok || head == "" {
		return s, 0
	}
	if head == "R" {
		return s, 1
	}
	return strings.ReplaceAll(head, "_", "."), 0
}

// natural compares runs of digits by their value and all else byte by byte.
func natural(a, b string) int {
	for a != "" && b != "" {
		da, db := digits(a), digits(b)
		if da > 0 && db > 0 {
			na, nb := strings.TrimLeft(a[:da], "0"), strings.TrimLeft(b[:db], "0")
			if c := cmp.Or(cmp.Compare(len(na), len(nb)), cmp.Compare(na, nb)); c != 0 {
				return c
			}
			a, b = a[da:], b[db:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
