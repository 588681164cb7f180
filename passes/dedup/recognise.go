package dedup

import (
	"slices"
	"strings"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/sqltext"
	"github.com/idemlint/idemlint/passes/words"
)

// FirstWins reports whether the write can have a loser: a claim, an insert that passes over a row that is there, or a plain insert
// whose conflict is told apart.
func (u *Use) FirstWins() bool {
	return u.Kind == claims.Claim || u.Conflict == sqltext.DoNothing || u.Failure != nil && u.Failure.Handled
}

var (
	// dedupNames are words of tables whose rows say that something was done, beside those of claims.Op.DedupLike.
	dedupNames = words.Set("claim claims claimed sent paid done applied counted booked notified published emitted fired executed once guard guards dedup charged refunded shipped redeemed used")
	// subjects are what rows are kept about whatever is done with them.
	subjects = words.Set("user users customer customers account accounts tenant tenants merchant merchants org organization organizations company companies member members team teams " +
		"project projects device devices session sessions product products category categories tag tags label labels role roles permission permissions email emails address addresses name names contact contacts " +
		"country currency setting settings config profile profiles group groups subscription subscriptions subscriber subscribers follower followers friend friends like likes favorite favorites wallet wallets")
)

// Remembers reports whether the row says that something was done, and nothing else: by the name of its table, or because it is bare. A row
// with a key of its own besides, such as an entry of a ledger, is work itself.
func (u *Use) Remembers() bool {
	if !u.Recognises() {
		return false
	}
	if anyWord(u.Table.Name, dedupNames) || u.Store != "sql" {
		return true
	}
	named := *u.Op
	named.Cols = nil
	if named.DedupLike() {
		return true
	}
	return !u.Payload
}

// Recognises reports whether the row serves to recognise a repetition and nothing else: by the name of its table or key, or because it
// holds a key and nothing besides, and that key is no subject that rows are kept about in any case.
func (u *Use) Recognises() bool {
	if u.DedupLike() || anyWord(u.Table.Name, dedupNames) && !anyWord(u.Table.Name, subjects) {
		return true
	}
	switch u.Store {
	case "redis", "memory", "kv":
		return u.Kind == claims.Claim || u.Conflict == sqltext.DoNothing
	}
	if u.Guard != "" || u.Payload || anyWord(u.Table.Name, subjects) {
		return false
	}
	keys := 0
	for _, c := range u.Cols {
		switch {
		case fixed(c) || words.IsTime(c.Name):
		case anyWord(c.Name, subjects) || c.Fresh() != "":
			return false
		default:
			keys++
		}
	}
	return keys == 1
}

// fixed: the column says the same of every row, or nothing: a field that nobody has set.
func fixed(c claims.Col) bool {
	return c.Unset() || len(c.Toks) > 0 && !slices.ContainsFunc(c.Toks, func(t string) bool { return t[0] != '=' })
}

// Names reports whether the row names something that is no subject: an event, a request, an order.
func (u *Use) Names() bool {
	for _, c := range u.Cols {
		if c.Name != "" && !fixed(c) && !words.IsTime(c.Name) && !anyWord(c.Name, subjects) {
			return true
		}
	}
	return false
}

func anyWord(name string, list map[string]bool) bool {
	return slices.ContainsFunc(words.Split(name), func(w string) bool { return list[w] })
}

// Dropped reports whether the row recognises a repetition, but the error that would say so is looked at by nobody.
func (u *Use) Dropped() bool {
	return u.Failure != nil && u.Failure.Ignored && !u.Overwrites() && u.Recognises() && u.Store == "sql"
}

// ByCaller reports whether an operation is about a key that whoever asks has brought to be recognised by: an idempotency key, by the name
// of its column, of the parameter, field or header it comes from, or of the key space. Ids of messages and events are none.
func (r *Result) ByCaller(op *claims.Op) bool {
	fn := op.Site.Parent()
	for _, c := range op.Cols {
		text, brought := false, false
		for _, t := range c.Toks {
			if t[0] == '=' && slices.ContainsFunc(words.Split(t[1:]), func(w string) bool {
				return w == "idem" || w == "idempotency" || w == "idempotent" || w == "idempotence"
			}) {
				return true
			}
			text = text || t[0] == '='
			brought = brought || words.IsKey(r.Claims.NameOf(fn, t))
		}
		// A text that the program puts together from ids is its own key, not the caller's.
		if brought || words.IsKey(c.Name) && !text {
			return true
		}
	}
	return false
}

// logNames are words of tables that nothing depends on.
var logNames = words.Set("audit audits log logs history histories trail metric metrics telemetry")

// Logs reports whether a row only tells what has happened: an audit trail, a history.
func Logs(op *claims.Op) bool {
	return anyWord(op.Table.Name, logNames) || anyWord(op.Table.Type[strings.LastIndexByte(op.Table.Type, '.')+1:], logNames)
}
