package suppress

import (
	"regexp"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/passes/nearest"
)

// Prefix begins the comments that are meant for idemlint.
const Prefix = "//idemlint:"

// Words lists what may follow the prefix. The first two silence rules; the others tell what a function does and are read by
// the pass models.
func Words() []string {
	return []string{"ignore", "file-ignore", "effect", "key", "claim", "lock", "retry", "redelivery", "idempotent"}
}

// Directive is a comment for idemlint, taken apart at its first blank.
type Directive struct {
	Word, Rest string
	// Problem says why it cannot be read, "" if it can.
	Problem string
}

// spaced is a directive that gofmt took for prose, or a person wrote as such.
var spaced = regexp.MustCompile(`^//\s+idemlint:(\S*)`)

// ParseDirective reads a comment; ok is false if it is not meant for idemlint.
func ParseDirective(comment string) (d Directive, ok bool) {
	comment = cutWant(comment)
	if m := spaced.FindStringSubmatch(comment); m != nil {
		if !slices.Contains(Words(), m[1]) {
			return Directive{}, false // prose about it
		}
		return Directive{Word: m[1], Problem: "a blank before idemlint: makes this prose: write " + Prefix + m[1]}, true
	}
	rest, ok := strings.CutPrefix(comment, Prefix)
	if !ok {
		return Directive{}, false
	}
	d.Word, d.Rest = rest, ""
	if i := strings.IndexAny(rest, " \t"); i >= 0 {
		d.Word, d.Rest = rest[:i], strings.TrimSpace(rest[i:])
	}
	if !slices.Contains(Words(), d.Word) {
		d.Problem = "unknown word \"" + Prefix[2:] + d.Word + "\": " + nearest.Want(d.Word, Words())
	}
	return d, true
}

// want is what a test of analyzers expects, which stands in the same comment: "// want" and a pattern, or the name of an object
// and a pattern.
var want = regexp.MustCompile(` // want (\w+:)?["` + "`" + `]`)

// cutWant leaves out what a test expects.
func cutWant(comment string) string {
	if strings.Contains(comment, " // want ") {
		if at := want.FindStringIndex(comment); at != nil {
			comment = comment[:at[0]]
		}
	}
	return strings.TrimRight(comment, " \t\r\n")
}

// parseIgnore reads what follows ignore and file-ignore: rule[,rule] reason.
func parseIgnore(rest string) (rules []string, reason string) {
	// A blank after a comma does not end the list.
	for {
		word := rest
		if i := strings.IndexAny(rest, " \t"); i >= 0 {
			word = rest[:i]
		}
		rest = strings.TrimSpace(rest[len(word):])
		for name := range strings.SplitSeq(word, ",") {
			if name != "" {
				rules = append(rules, name)
			}
		}
		if !strings.HasSuffix(word, ",") || rest == "" {
			return rules, strings.TrimSpace(strings.TrimPrefix(rest, "//"))
		}
	}
}

// nolintBlank is a nolint whose reason was taken for part of our name.
var nolintBlank = regexp.MustCompile(`^//\s*nolint:([^/]*,)?\s*idemlint[ \t]+[^/, \t]`)

// parseNolint reads golangci-lint's comment as golangci-lint does: //nolint, //nolint:a,all, //nolint:a,b, each followed by
// "// reason". It reports whether idemlint is meant, and whether by its name.
func parseNolint(comment string) (reason string, named, ok bool) {
	text := strings.TrimLeft(cutWant(comment), "/ ")
	rest, ok := strings.CutPrefix(text, "nolint")
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != ':' {
		return "", false, false
	}
	list, reason, _ := strings.Cut(rest, "//")
	reason = strings.TrimSpace(reason)
	if !strings.HasPrefix(list, ":") || strings.HasPrefix(list, ":all") {
		return reason, false, true
	}
	for name := range strings.SplitSeq(list[1:], ",") {
		if strings.EqualFold(strings.TrimSpace(name), "all") {
			return reason, false, true
		}
		if strings.EqualFold(strings.TrimSpace(name), "idemlint") {
			return reason, true, true
		}
	}
	return "", false, false
}
