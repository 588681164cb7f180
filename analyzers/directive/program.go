package directive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/nearest"
)

// What the rule says of a comment, for here and for the driver, which alone reads comments in files of SQL and knows what silences a
// rule about the whole program.

// Unused is said of a comment that silences nothing of a rule, "" of any rule.
func Unused(name string) rule.Placed {
	if name == "" {
		name = "idemlint"
	}
	return rule.Placed{Level: rule.Warning, Message: name + " reports nothing here that this comment could silence", Help: "remove " + name + " from the comment"}
}

func unknown(name string, known []string) rule.Placed {
	return rule.Placed{
		Level: rule.Error, Message: fmt.Sprintf("unknown rule %q in this comment: %s", name, nearest.Want(name, known)),
		Help: "idemlint rules lists the rules",
	}
}

func reasonless(form string) rule.Placed {
	return rule.Placed{
		Level: rule.Warning, Message: "this comment gives no reason, so it silences nothing",
		Help: "write the reason for which the code is right: " + form,
	}
}

// InSQL says what is wrong with a comment in a file of SQL.
func InSQL(rules []string, reason string, known []string) []rule.Placed {
	const form = "-- idemlint:ignore "
	if len(rules) == 0 {
		return []rule.Placed{{
			Level: rule.Error, Message: "the comment idemlint:ignore names no rule: write " + form + "RULE REASON",
			Help: "see docs/config.md for what a comment for idemlint may say",
		}}
	}
	var out []rule.Placed
	for _, name := range rules {
		if !slices.Contains(known, name) {
			out = append(out, unknown(name, known))
		}
	}
	if reason == "" {
		out = append(out, reasonless(form+strings.Join(rules, ",")+" REASON"))
	}
	return out
}
