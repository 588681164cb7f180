package catalog

import "strings"

// attributes lists the attributes that a role takes, as "name" (any value) or "name=value|value"; ok is false for an unknown role.
// arg, field and major are attributes like others here, since not every role can speak of a parameter or a field.
func attributes(r Role) (takes string, ok bool) {
	switch r {
	case SourceRandom:
		// seeded=recv: no source when the receiver was made from a constant seed. via=result: not the call but the call of its result.
		takes = "field seeded=recv via=result"
	case SourceTime, SourceProcess, Carry:
	case SourceAttempt, Stable:
		takes = "field"
	case Period:
	case Flow:
		takes = "from to"
	case Fill:
		takes = "arg kind=row|decode|random"
	case KeySink:
		// unset=V: the constant that means "no key".
		takes = "arg field unset"
	case KeyHeader:
		// arg is the header's name and value= the parameter with its value; map=yes: arg is a map from names to values;
		// pairs=yes: arg and all that follow are names and values in turn. scope=client: set once for all requests of a client.
		takes = "arg value map=yes pairs=yes scope=client"
	case KeyNot, KeyNone, KeyGuard:
		takes = "arg field"
	case KeyAuto:
		takes = "arg field scope=call"

	case EffectPayment, EffectEmail, EffectSMS, EffectPublish, EffectCloud, EffectK8s, EffectKV, EffectAccum:
		// arg is the request, or what else would carry the key. mints=call: the SDK mints a key per call when it is given none.
		// key=none: the provider takes none; instead=M: the call to use instead of this one to give a key.
		// transition=yes: moves a named object to its next state.
		// keeps=no: a message that only who listens right now receives; db, object: what is written is a row of a database, a file. tx=N: the transaction the effect is part of.
		// text=T: the class depends on what arg says, as an update of that dialect. via=result: the effect is the use of the result.
		takes = "arg field op key=none instead mints=call transition=yes keeps=no|db|object tx via=result text=sql|mongo|dynamodb|redis class=" + classes
	case EffectHTTP:
		// method=arg: arg is the method. No method: it comes with the request.
		takes = "arg op key=none instead method=POST|PUT|PATCH|DELETE|GET|arg class=" + classes
	case EffectHTTPMethod, EffectRPC:
		takes = "arg"
	case EffectSQL:
		// verb=V: a builder or mapper without text, value=N what it writes. prepares=yes: the result is a statement;
		// prepared=yes: the receiver is one. queues=yes, batch=yes: a batch is filled, or sent. builder=N: arg N holds the statement.
		takes = "arg verb=insert|update|upsert|delete value prepares=yes prepared=yes queues=yes batch=yes builder class=" + classes

	case RetryWrapper:
		// only=marked: only errors that a retry.marker marked. under=conflict: only conflicts. needs=policy: only when a policy is configured.
		// predicate=N: a function that says which errors. kind=poll: "not yet" is no error; tx: the closure is a transaction;
		// activity: the argument is run by a platform; decorator: the result is the retried function.
		takes = "arg field only=marked under=conflict needs=policy predicate kind=poll|tx|activity|decorator"
	case RetryClient:
		// client=yes: requests through what this makes, or through this type, are sent again. option=: what it sets on a client.
		// posts: whether POST is among them. default=N: attempts or retries when nothing is set. keyed=yes: always under one key.
		takes = "arg field client=yes option=count|condition|policy|posts|exclude|off posts=yes|no default keyed=yes needs=policy text=grpc"
	case RetryHook:
		takes = "arg field"
	case RetryMarker:
		// kind=predicate: arg is a function that says which errors are retried.
		takes = "arg kind=retryable|permanent|predicate"
	case Periodic:
		takes = "arg"
	case ConsumerEntry, WebhookEntry, CronEntry:
		// impl=yes: implementations of this interface method are handlers. self=yes: this function is one. type=: values of this type are handlers, or functions
		// with a parameter of it. typed=yes: arg is a handler if its parameter is such a type. pull=yes: the call's result is what was
		// delivered. caller=yes: the function that calls this is the handler. map=yes: arg is a map of handlers.
		// path=N: only if that parameter's text says so. autoack=N: parameter that acknowledges before work.
		// acks=return: a handler that returns no error acknowledges; delivery: to deliver is to acknowledge, poll: to ask for the next is,
		// unless a consumer.option says otherwise, and with default=off only if one says so.
		// platform is the word for messages. option=overlap: what keeps runs apart.
		takes = "arg impl=yes self=yes type=handler|message typed=yes pull=yes caller=yes map=yes path autoack acks=return|delivery|poll default=off redelivers=no option=overlap platform kind=job|queue|activity|webhook|cron|reconcile"
	case ConsumerAck:
		// covers=earlier: what came before is acknowledged as well. tx=N: acknowledges in the transaction that parameter N is, so that
		// what that one holds is done once.
		takes = "arg kind=reject covers=earlier tx"
	case ConsumerOption:
		// kind=group: messages are acknowledged at all where field, or the map entry key, is set; manual: not by delivery where it is false, or
		// the function is called.
		takes = "field key kind=group|manual"
	case ToolEntry:
		// What registers, makes or describes an agent's tool. handler=N is the function that does the work, name=N the tool's name.
		// is=tool: the result, or the type of that name, describes a tool; name, input: what arg or field holds; inputs: a type argument
		// is the input; handler: the result is a handler made of another one. is=dispatch: a description whose handler is found by the
		// tool's name. impl=yes: implementations of this interface method are handlers; called=M: the method that gives the name.
		takes = "arg field handler name called is=tool|name|input|inputs|handler|dispatch impl=yes"
	case ToolNote:
		// is=: what the tool promises.
		takes = "arg field is=readonly|idempotent"

	case DedupCheck:
		takes = "arg field kind=absent store=" + stores
	case DedupClaim, DedupRacy:
		// kind=cas: compare and set. option=conflict: makes an insert not fail on a conflict. text=: the claim is in what arg says.
		takes = "arg field kind=cas option=conflict text=lua|redis store=" + stores
	case DedupViolation:
		// equals=V|V: the value that says so. enables: without it, the check never holds.
		takes = "arg field equals kind=unique|conflict|mismatch|inuse|any|constraint|enables"
	case Store:
		// op is what the call does to a statement or a store; arg its subject: the condition, model, table, key, filter or request.
		// dest=N is filled with the answer, cond=N and all that follow are conditions, value=N is what is written. keys=N are a
		// script's keys, option=N may make a claim of a write; guarded=yes: only an earlier call of the chain does;
		// by=id: the subject is the document's id.
		// answer=V: how a claim tells that the key was there; at=N: which of the results does.
		// With field, the field of a request, option or answer: its table, key, item, condition, or what it counts (equals=).
		takes = "arg field dest cond value keys option at equals guarded=yes by=id answer=" + answers + " op=" + storeOps + " store=" + stores
	case TxBegin:
		takes = "options"
	case TxEnd:
		takes = "field kind=commit|rollback|serializable|isolation|lock"
	case TxFunc:
		takes = "arg options kind=pipeline|serializable"
	case LockTTL, LockLocal:
		// Without kind, arg is a function that is called under the lock.
		takes = "arg field kind=acquire|release|option|once"
	case Schema:
		// op is what the call, type or field does: create makes tables from the models in arg (and those that other calls of the chain
		// give, op=model); index is a call about an index over the columns in arg, indexes one that takes descriptions of several.
		// The others say what is a part of a table or index. entity and mixin are types that tables and parts of them embed.
		takes = "arg field op=create|model|index|indexes|name|columns|unique|where|sparse|options|table|entity|mixin|column|primary|nullable|edge|edges|field|annotations"
	case LockFencing, Outcome, TTL:
		takes = "arg field"
	case Metric:
		takes = "arg kind=gauge|counter"
	default:
		return "", false
	}
	return takes + " major", true
}

const (
	classes = "read|set|accumulate|external"
	stores  = "redis|sql|mongo|dynamodb|memory|object|kv|firestore|spanner|k8s|file"
	// answers: by an error, a flag that it was there, nil instead of OK, a count above 1, a count of what was inserted beside one of
	// what was found, the row as it was before, the row that was written or none.
	answers  = "first|error|loaded|reply|incr|upserted|before|row"
	storeOps = "set|delete|where|model|table|collection|clause|first|find|count|exists|get|item|insert|upsert|put|claim|racy|nothing|update|lock|" +
		"key|condition|answer|conflict|command|script|text|part|version|upsert|after|columns|values|row|assign|changes|select|verb|run|render|" +
		"equals|column|guard|compare|code|queue|send|result"
)

// allowed finds an attribute in a list of attributes and returns its values, "" for any.
func allowed(takes, name string) (values string, ok bool) {
	for rest := takes; rest != ""; {
		var word string
		word, rest, _ = strings.Cut(rest, " ")
		if have, values, _ := strings.Cut(word, "="); have == name {
			return values, true
		}
	}
	return "", false
}

func oneOf(values, value string) bool {
	for rest := values; rest != ""; {
		var v string
		if v, rest, _ = strings.Cut(rest, "|"); v == value {
			return true
		}
	}
	return values == ""
}

// attributeNames lists the attributes of a list, without their values.
func attributeNames(takes string) []string {
	var out []string
	for word := range strings.FieldsSeq(takes) {
		name, _, _ := strings.Cut(word, "=")
		out = append(out, name)
	}
	return out
}
