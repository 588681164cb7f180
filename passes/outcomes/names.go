package outcomes

import (
	"go/types"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/words"
)

var (
	endWords = words.Set("failed failure fail failing errored error declined decline rejected reject refused cancelled canceled cancel aborted abort voided void dead")
	// softWords beside one of those say that the end is still open.
	softWords = words.Set("retry retries retryable retriable retrying unknown pending temporary transient review maybe partial partially soft will timeout timedout unconfirmed non not no un of off")
	// deliveryWords name rows of which "failed" says that they are tried again, and rows that only tell what was tried.
	deliveryWords = words.Set("delivery deliveries notification notifications notify webhook webhooks hook hooks email emails mail mails mailing message messages outbox inbox log logs logger audit history attempt attempts " +
		"queue queues event events sms push campaign campaigns broadcast broadcasts newsletter alert alerts reminder reminders dispatch dispatches sync syncs import imports export exports " +
		"span spans trace traces metric metrics upload uploads download downloads scan scans crawl backup backups lookup lookups")
	logWords = words.Set("log logs audit history attempt attempts event events")
	// keeps are the verbs of methods that write a row.
	keeps = words.Set("save update store persist put upsert set replace patch create insert add record")
	// setters are the verbs of methods that move a row to a state.
	setters = words.Set("mark set update record transition move change put save finish complete close end")
	// enders are verbs that say by themselves how it ended.
	enders = words.Set("fail reject decline cancel abort")
	ended  = words.Set("order payment transaction booking transfer payout purchase charge withdrawal deposit invoice subscription refund reservation trade loan topup transfer checkout shipment")
	// unkept are what a state is set of that nobody reads as the outcome.
	unkept = words.Set("span tracer tracing trace metric metrics meter logger log health breaker circuit stat stats counter monitor limiter cache progress gauge reporter telemetry context ctx response writer renderer ui view")
)

// ends reports whether a state says that something ended badly, by whole words.
func ends(state string) bool {
	ws := words.Split(strings.Trim(state, `'"`))
	return slices.ContainsFunc(ws, func(w string) bool { return endWords[w] }) && !slices.ContainsFunc(ws, func(w string) bool { return softWords[w] })
}

// says gives the text or name of a constant that says that something ended badly.
func says(c *ssa.Const) string {
	if c == nil || c.Value == nil {
		return ""
	}
	for _, s := range claims.Texts(c) {
		if len(s) <= 40 && len(strings.Fields(s)) <= 3 && ends(s) {
			return s
		}
	}
	return ""
}

func has(name string, list map[string]bool) bool {
	return slices.ContainsFunc(words.Split(name), func(w string) bool { return list[w] })
}

func delivery(name string) bool { return has(name, deliveryWords) }
func logs(name string) bool     { return has(name, logWords) }

// again: the column says when it is tried next.
func again(column string) bool {
	ws := words.Split(column)
	return slices.Contains(ws, "next") || slices.Contains(ws, "retry") || slices.Contains(ws, "retries") || slices.Contains(ws, "attempts")
}

// marks: MarkFailed, MarkPaymentAsFailed, SetFailed, FailOrder, CancelBooking.
func marks(ws []string) bool {
	if len(ws) < 2 || slices.ContainsFunc(ws, func(w string) bool { return softWords[w] }) {
		return false
	}
	if setters[ws[0]] {
		return endWords[ws[len(ws)-1]] && ws[len(ws)-1] != "error" && ws[len(ws)-1] != "cancel"
	}
	return enders[ws[0]] && slices.ContainsFunc(ws[1:], func(w string) bool { return ended[w] })
}

// moves: UpdateStatus, SetOrderState, Transition.
func moves(ws []string) bool {
	if len(ws) == 0 || !setters[ws[0]] {
		return false
	}
	return ws[0] == "transition" || words.IsState(strings.Join(ws, "_"))
}

// notKept: what is marked is a span, a breaker, a response.
func notKept(fn *types.Func) bool {
	if recv := fn.Signature().Recv(); recv != nil && has(typeName(recv.Type()), unkept) {
		return true
	}
	return fn.Pkg() != nil && has(fn.Pkg().Name(), unkept)
}

func literal(toks []string) string {
	if len(toks) != 1 || toks[0] == "" || toks[0][0] != '=' {
		return ""
	}
	return strings.Trim(toks[0][1:], "'")
}

// whole: a text that says nothing else, such as 'failed', is a state whatever the column is called.
func whole(column, text string) bool {
	return len(words.Split(text)) == 1 && text != "error" && !has(column, causes)
}

var causes = words.Set("error err errors reason message msg note notes cause detail details comment description result type kind last event action")

func numeric(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && r != '-' }) < 0
}

func afterDot(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

func typeName(t types.Type) string {
	for range 3 {
		p, ok := types.Unalias(t).(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// display names a function as a reader of the call sees it.
func display(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		if t := typeName(recv.Type()); t != "" {
			return t + "." + fn.Name()
		}
	}
	return fn.Name()
}

func pathOf(fn *types.Func) string {
	if fn.Pkg() == nil {
		return ""
	}
	return fn.Pkg().Path()
}

var errorType = types.Universe.Lookup("error").Type()

func isError(t types.Type) bool { return types.Identical(t, errorType) }

func errs(fn *types.Func) bool {
	res := fn.Signature().Results()
	return res.Len() > 0 && isError(res.At(res.Len()-1).Type())
}

func fieldName(fa *ssa.FieldAddr) string {
	if st, ok := deref(fa.X.Type()).Underlying().(*types.Struct); ok && fa.Field < st.NumFields() {
		return st.Field(fa.Field).Name()
	}
	return ""
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
