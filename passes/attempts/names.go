package attempts

import (
	"strings"

	"github.com/idemlint/idemlint/passes/words"
)

// Phrases that decide by whole words what the name of a sentinel, error type or predicate says.
var (
	nothingDoneWords = []string{
		"conn refused", "connection refused", "econnrefused", "ehostunreach", "enetunreach", "dial", "dns", "no such host", "not connected", "bad conn",
		"rate limit", "rate limited", "ratelimit", "ratelimited", "throttle", "throttled", "throttling", "too many requests", "resource exhausted",
		"slow down", "eintr", "request limit exceeded", "throughput exceeded", "circuit open", "breaker open",
	}
	conflictWords = []string{
		"conflict", "serialization", "serialize", "deadlock", "deadlocked", "deadlock detected", "optimistic", "version mismatch", "stale", "tx failed", "aborted",
		"concurrent", "contention", "resource version", "lock not available", "write conflict", "held", "locked",
	}
	existsWords = []string{"exist", "exists", "duplicate", "duplicated", "dup", "unique", "taken", "collision", "eexist"}
	// negations turn a phrase around ("not exist"); doubts name failures of which nothing is known.
	negations = []string{"not", "no", "non", "never", "timeout", "temporary", "transient", "unavailable", "retryable", "or"}
)

// Texts that decide by substring what a compared error text or code says.
var (
	nothingDoneTexts = []string{"connection refused", "no such host", "too many requests", "toomanyrequests", "rate limit", "ratelimit", "throttl", "requestlimitexceeded", "slowdown", "429", "resourceexhausted"}
	conflictTexts    = []string{"40001", "40p01", "55p03", "deadlock", "could not serialize", "serialization failure", "conflict", "restart transaction", "transaction failed"}
	existsTexts      = []string{"23505", "already exists", "alreadyexists", "duplicate"}
)

// classOfName tells what a name says, 0 if nothing or several things.
func classOfName(name string) class {
	joined := " " + strings.Join(words.Split(name), " ") + " "
	var c class
	for _, set := range []struct {
		class   class
		phrases []string
	}{{nothingDone, nothingDoneWords}, {conflict, conflictWords}, {exists, existsWords}} {
		for _, ph := range set.phrases {
			if strings.Contains(joined, " "+ph+" ") {
				c |= set.class
				joined = strings.Replace(joined, " "+ph+" ", " ", 1)
			}
		}
	}
	for _, n := range negations {
		if strings.Contains(joined, " "+n+" ") {
			return 0
		}
	}
	return single(c)
}

func classOfText(text string) class {
	text = strings.ToLower(text)
	var c class
	for _, set := range []struct {
		class class
		texts []string
	}{{nothingDone, nothingDoneTexts}, {conflict, conflictTexts}, {exists, existsTexts}} {
		for _, t := range set.texts {
			if strings.Contains(text, t) {
				c |= set.class
			}
		}
	}
	return single(c)
}

// single returns c if it is one class, else 0.
func single(c class) class {
	if c&(c-1) != 0 {
		return 0
	}
	return c
}
