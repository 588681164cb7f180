package catalog

// Role is what a symbol does. The names are the words of the catalogue files.
type Role string

// Sources: where values come from that differ between two attempts, and values that look so but do not.
const (
	SourceRandom  Role = "source.random"  // result is fresh on every call
	SourceTime    Role = "source.time"    // result is the clock
	SourceProcess Role = "source.process" // differs per process or host
	SourceAttempt Role = "source.attempt" // differs per delivery or attempt
	Stable        Role = "stable"         // the same for every attempt of one intent (message id), or a pure function of its arguments
	Period        Role = "period"         // cuts a clock down to a business period (time.Time.Truncate, Format with a date layout)
)

// Data flow through libraries.
const (
	Flow  Role = "flow"  // attr from=N to=M|recv|ret: arguments flow into a destination other than the result (hex.Encode, copy, Hash.Write)
	Fill  Role = "fill"  // fills the pointer argument(s) with data from outside: attr kind=row|decode|random
	Carry Role = "carry" // opaque but pure: result derives from the arguments (json.Marshal)
)

// Keys.
const (
	KeySink   Role = "key.sink"   // arg or field becomes an idempotency key
	KeyHeader Role = "key.header" // symbol sets a header: arg=name attr value=N; whether it is a key depends on the name
	KeyNot    Role = "key.not"    // looks like a key, is none
	KeyAuto   Role = "key.auto"   // the SDK mints a key per call when none is given: attr scope=call
	KeyNone   Role = "key.none"   // the provider takes no key
	KeyGuard  Role = "key.guard"  // makes the platform act once without a key value: content hash, expected version
	Header    Role = "header"     // a header name whose value is an idempotency key
)

// Effects.
const (
	EffectPayment    Role = "effect.payment"
	EffectEmail      Role = "effect.email"
	EffectSMS        Role = "effect.sms"
	EffectPublish    Role = "effect.publish"
	EffectHTTP       Role = "effect.http" // attr method=POST, or from the request
	EffectHTTPMethod Role = "effect.http.method"
	EffectCloud      Role = "effect.cloud"
	EffectK8s        Role = "effect.k8s"
	EffectKV         Role = "effect.kv"
	EffectAccum      Role = "effect.accum"
	EffectRPC        Role = "effect.rpc" // arg is the full method name: the engine judges by name whether it mutates
	EffectSQL        Role = "effect.sql" // arg is the statement's text; without arg, attr verb=insert|update|upsert|delete
)

// Attempts.
const (
	RetryWrapper   Role = "retry.wrapper" // arg is called again until it succeeds
	RetryClient    Role = "retry.client"  // a client or option that makes requests be sent again
	RetryHook      Role = "retry.hook"    // runs arg, or what field holds, before every attempt of a client
	RetryMarker    Role = "retry.marker"  // wraps an error as retryable or permanent
	Periodic       Role = "periodic"      // calls arg for ever, success or not: a worker, no retry
	ConsumerEntry  Role = "consumer.entry"
	ConsumerAck    Role = "consumer.ack"
	ConsumerOption Role = "consumer.option" // says when messages are acknowledged: a field, a map entry or a function
	WebhookEntry   Role = "webhook.entry"
	CronEntry      Role = "cron.entry"
	ToolEntry      Role = "tool.definition"
	ToolNote       Role = "tool.annotation"
)

// Claims, locks and transactions.
const (
	DedupCheck     Role = "dedup.check"
	DedupClaim     Role = "dedup.claim"
	DedupRacy      Role = "dedup.claim.racy"
	DedupViolation Role = "dedup.violation"
	Store          Role = "store" // one step in asking or writing a store: attr op=
	TxBegin        Role = "tx.begin"
	TxEnd          Role = "tx.end"
	TxFunc         Role = "tx.func"
	LockTTL        Role = "lock.ttl"
	LockLocal      Role = "lock.local"
	LockFencing    Role = "lock.fencing"
	Outcome        Role = "outcome.unknown"
	TTL            Role = "ttl"
	Schema         Role = "schema"
	Metric         Role = "metric"
)

// decides reports whether a line of the role is a reason to look at the code that imports the package.
// Sources, flows, locks and outcomes matter only where there is something else.
func (r Role) decides() bool {
	switch r {
	case SourceRandom, SourceTime, SourceProcess, SourceAttempt, Stable, Period, Flow, Fill, Carry,
		LockLocal, LockFencing, Outcome, TTL, Schema, Metric, Header, TxEnd, ConsumerOption:
		return false
	}
	return true
}

// Roles lists all roles.
func Roles() []Role {
	return []Role{
		SourceRandom, SourceTime, SourceProcess, SourceAttempt, Stable, Period, Flow, Fill, Carry, KeySink, KeyHeader, KeyNot,
		KeyAuto, KeyNone, KeyGuard, Header, EffectPayment, EffectEmail, EffectSMS, EffectPublish, EffectHTTP, EffectHTTPMethod,
		EffectCloud, EffectK8s, EffectKV, EffectAccum, EffectRPC, EffectSQL, RetryWrapper, RetryClient, RetryHook, RetryMarker,
		Periodic, ConsumerEntry, ConsumerAck, ConsumerOption, WebhookEntry, CronEntry, ToolEntry, ToolNote, DedupCheck, DedupClaim, DedupRacy,
		DedupViolation, Store, TxBegin, TxEnd, TxFunc, LockTTL, LockLocal, LockFencing, Outcome, TTL, Schema, Metric,
	}
}

func roleNames() []string {
	var out []string
	for _, r := range Roles() {
		out = append(out, string(r))
	}
	return out
}
