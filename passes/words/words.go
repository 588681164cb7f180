// Package words judges names by their words. Names decide only where types and the catalogue are silent, and never by substring:
// a name is split into words and the whole of it must match.
package words

import (
	"strings"
	"unicode"
)

// Split cuts an identifier, header or column name into lower-case words: "IdempotencyKey", "idempotency_key" and "Idempotency-Key" all give [idempotency key].
func Split(name string) []string {
	var out []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			out = append(out, strings.ToLower(string(cur)))
			cur = cur[:0]
		}
	}
	rs := []rune(name)
	for i, r := range rs {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r):
			prevLower := i > 0 && (unicode.IsLower(rs[i-1]) || unicode.IsDigit(rs[i-1]))
			nextLower := i+1 < len(rs) && unicode.IsLower(rs[i+1])
			if prevLower || nextLower && i > 0 && unicode.IsUpper(rs[i-1]) {
				flush()
			}
		}
		cur = append(cur, r)
	}
	flush()
	return out
}

// IsKey reports whether the whole name says "idempotency key". The list is the one measured on real code: message, task, request,
// transaction and external ids are wrong nine times in ten as words and count only through the catalogue.
func IsKey(name string) bool {
	if len(name) < 7 || len(name) > 48 {
		return false
	}
	w := Split(name)
	if len(w) > 0 && (w[0] == "x" || w[0] == "the" || w[0] == "s") {
		w = w[1:]
	}
	switch strings.Join(w, " ") {
	case "client token", "client request token", "request token", "creation token", "creator request id", "caller reference", "unique request id", "idempotency", "idem key":
		return true
	}
	if len(w) < 2 || len(w) > 4 {
		return false
	}
	// "payment idempotency key", "refund dedup id": one leading word says for what.
	for start := 0; start <= len(w)-2 && start <= 2; start++ {
		rest := strings.Join(w[start:], " ")
		if (start == 0 || !antiWords[w[0]]) && keyNames[rest] {
			return true
		}
	}
	return false
}

var keyNames = product(
	[]string{"idempotency", "idempotent", "idempotence", "idem"},
	[]string{"key", "id", "token", "uuid", "header", "value"},
	[]string{"dedup", "dedupe", "deduplication"},
	[]string{"key", "id", "token", "hash"},
)

// antiWords before a key's name turn it into something else: configuration, or the key read back.
var antiWords = map[string]bool{
	"next": true, "session": true, "access": true, "auth": true, "csrf": true, "expected": true, "actual": true, "last": true, "filter": true,
	"non": true, "not": true, "no": true, "is": true, "has": true, "with": true, "set": true, "get": true, "use": true, "prefix": true, "ttl": true, "config": true,
	"err": true, "error": true, "invalid": true, "missing": true, "duplicate": true, "max": true, "min": true, "default": true,
}

func product(lists ...[]string) map[string]bool {
	out := map[string]bool{}
	for i := 0; i+1 < len(lists); i += 2 {
		for _, a := range lists[i] {
			for _, b := range lists[i+1] {
				out[a+" "+b] = true
			}
		}
	}
	return out
}

// IsAttempt reports whether the name says "which attempt this is".
func IsAttempt(name string) bool {
	switch strings.Join(Split(name), " ") {
	case "attempt", "attempts", "attempt no", "attempt number", "attempt count", "try", "tries", "try count", "retry", "retries", "retry count", "retried", "delivery count", "redelivery count", "num delivered":
		return true
	}
	return false
}

// Set makes a set of the words of a list.
func Set(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

// IsTime reports whether a column is named as one that holds a time: created_at, updated, event_date.
func IsTime(name string) bool {
	ws := Split(name)
	return len(ws) > 0 && times[ws[len(ws)-1]]
}

var times = Set("at time on date ts created updated timestamp")

// IsState reports whether a column, field or method is named as one that holds or moves a state: order_status, Phase, SetState.
func IsState(name string) bool {
	for _, w := range Split(name) {
		if IsStatus(w) && w != "outcome" || w == "phase" || w == "stage" {
			return true
		}
	}
	return false
}

// IsLock reports whether a key, or the function that takes it, is named as one that keeps others out for a while: a lock, a
// throttle. Such a key says nothing about what was done.
func IsLock(s string) bool {
	for _, w := range Split(s) {
		switch w {
		case "lock", "locks", "locked", "locker", "mutex", "semaphore", "lease", "rate", "ratelimit", "limit", "throttle", "cooldown", "debounce":
			return true
		}
	}
	return false
}

// IsDouble reports whether a type is named as one that stands in for another in tests: MockClient, clientMock.
func IsDouble(name string) bool {
	w := Split(name)
	return len(w) > 1 && (w[0] == "mock" || w[len(w)-1] == "mock")
}

// keyWords are the words that names of keys are made of, and those that say nothing more.
var keyWords = Set("idempotency idempotent idempotence idem dedup dedupe deduplication key id token uuid hash header value client request creation caller reference unique x http new my current")

// KeyFor lists the words of a key's name that say what the key is for: "refund" of refundIdempotencyKey.
func KeyFor(name string) []string {
	var out []string
	for _, w := range Split(name) {
		if !keyWords[w] {
			out = append(out, w)
		}
	}
	return out
}
