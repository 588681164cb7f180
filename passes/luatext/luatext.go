// Package luatext reads redis scripts just enough to tell a first-wins step from anything else: does the script write a key only
// if it is not there, and what does it answer to who came first and to who came second?
//
// The script is run twice on values that are mostly not known, once as if the key it asks for were absent and once as if it were
// there. That gives the answers with the right sign whatever the script's author chose (1 for "new", 0 for "new", nil, a word).
// An earlier draft looked for `nx` and `exists` in the text; it took the release of a lock for a claim, and could not tell which
// answer means what. Loops and functions are not read: a script that has one is no claim.
package luatext

// Kind is the kind of a reply.
type Kind uint8

const (
	Unknown Kind = iota
	Nil          // nil or false, which redis clients give as "no value"
	Number
	Text
	Error
)

// Reply is what a script answers.
type Reply struct {
	Kind Kind
	Num  float64
	Text string // "" where only the kind is known
}

// Script is a script that claims.
type Script struct {
	// Key and Member say what is claimed: KEYS[1], ARGV[2]. Member is "" where the key stands for itself.
	Key, Member Ref
	Won, Lost   Reply
}

// Ref is an element of KEYS or ARGV; Of is "" for anything else.
type Ref struct {
	Of string
	N  int // from 1
}

const maxText = 1 << 14

// Claim reads a script. ok is false where it is no claim, or cannot be read.
func Claim(text string) (s Script, ok bool) {
	if len(text) > maxText {
		return s, false
	}
	body, ok := parse(text)
	if !ok {
		return s, false
	}
	absent, present := run(body, false), run(body, true)
	if absent.asked.key.Of == "" || absent.asked != present.asked || absent.failed || present.failed {
		return s, false
	}
	won, some := Reply{}, false
	for _, o := range absent.outcomes {
		if !o.wrote {
			continue
		}
		if some && o.reply != won {
			return s, false
		}
		won, some = o.reply, true
	}
	if !some || won.Kind == Unknown {
		return s, false
	}
	for i, o := range present.outcomes {
		if o.wrote || o.reply.Kind == Unknown || i > 0 && o.reply != present.outcomes[0].reply {
			return s, false
		}
	}
	if len(present.outcomes) == 0 || present.outcomes[0].reply == won {
		return s, false
	}
	return Script{absent.asked.key, absent.asked.member, won, present.outcomes[0].reply}, true
}
