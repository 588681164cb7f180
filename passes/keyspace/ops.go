package keyspace

import "github.com/idemlint/idemlint/passes/words"

// operations maps the words of names to operations on one object that must not be taken for each other.
var operations = map[string]string{
	"charge": "charge", "charges": "charge", "pay": "charge", "payment": "charge", "paymentintent": "charge", "purchase": "charge", "checkout": "charge", "capture": "capture", "captures": "capture",
	"refund": "refund", "refunds": "refund", "void": "void", "cancel": "cancel", "cancellation": "cancel", "release": "release", "hold": "hold", "authorize": "authorize",
	"payout": "payout", "payouts": "payout", "transfer": "transfer", "transfers": "transfer", "reverse": "reverse", "reversal": "reverse", "transferreversal": "reverse",
	"confirm": "confirm", "topup": "topup", "chargeback": "chargeback",
	"debit": "debit", "credit": "credit", "deposit": "deposit", "withdraw": "withdraw", "withdrawal": "withdraw",
	"reserve": "reserve", "redeem": "redeem", "send": "send", "resend": "resend", "recall": "recall", "book": "book", "rebook": "rebook",
	"activate": "activate", "deactivate": "deactivate", "ship": "ship", "dispatch": "dispatch", "order": "order", "create": "create", "buy": "buy", "sell": "sell", "give": "give", "take": "take", "back": "return", "open": "open", "close": "close", "place": "place", "rent": "rent", "issue": "issue", "revoke": "void", "grant": "grant", "start": "start", "stop": "cancel", "return": "return", "approve": "approve", "reject": "reject", "subscribe": "subscribe", "unsubscribe": "unsubscribe",
}

// classify names the operation that an effect's or function's name says, "" if it says none. A verb that undoes wins over the
// object it is applied to: "paymentintent.Cancel" is a cancel, "refund.New" a refund.
func classify(name string) string {
	first := ""
	for _, w := range words.Split(name) {
		op := operations[w]
		if op == "" {
			continue
		}
		if strong[op] {
			return op
		}
		if first == "" {
			first = op
		}
	}
	return first
}

// strong verbs win over the object named beside them.
var strong = map[string]bool{"refund": true, "void": true, "cancel": true, "capture": true, "release": true, "reverse": true, "confirm": true, "debit": true, "credit": true, "withdraw": true, "reject": true, "unsubscribe": true, "deactivate": true, "return": true}

// undoing operations take back what another one did.
var undoing = map[string]bool{"refund": true, "void": true, "cancel": true, "release": true, "reverse": true, "credit": true, "withdraw": true, "reject": true, "unsubscribe": true, "deactivate": true, "return": true, "recall": true, "chargeback": true, "redeem": true}

// Opposed reports whether two operations are different ones that one key must not stand for: one of them undoes, or both are
// steps of a payment.
func Opposed(a, b string) bool {
	return a != "" && b != "" && a != b && (undoing[a] || undoing[b] || steps[a] && steps[b])
}

var steps = map[string]bool{"charge": true, "authorize": true, "capture": true, "payout": true, "transfer": true, "confirm": true, "debit": true, "deposit": true}
