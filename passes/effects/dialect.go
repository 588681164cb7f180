package effects

import (
	"strings"
)

// dialect judges a call whose class depends on what it says, as an update of its store's language: whether it adds to what is there.
// Where the text is not in view the catalogue's class stands.
func dialect(name string, text []string, e *Effect) Class {
	switch name {
	case "redis":
		if len(text) == 0 {
			return e.Class
		}
		return redisCommand(text[0])
	case "dynamodb":
		adds, guarded := false, false
		for _, t := range text {
			u := " " + strings.ToUpper(strings.Join(strings.Fields(t), " ")) + " "
			adds = adds || addsInDynamo(u, e)
			guarded = guarded || strings.Contains(u, "ATTRIBUTE_NOT_EXISTS") || strings.Contains(u, "NOT CONTAINS") || moves(u, text)
		}
		if adds && !guarded {
			return Accumulate
		}
	}
	return e.Class
}

// redisCommand is the class of a command by its name.
func redisCommand(name string) Class {
	switch strings.ToUpper(name) {
	case "INCR", "INCRBY", "INCRBYFLOAT", "DECR", "DECRBY", "HINCRBY", "HINCRBYFLOAT", "ZINCRBY", "LPUSH", "RPUSH", "XADD", "APPEND":
		return Accumulate
	}
	return Set
}

// addsInDynamo: `SET total = total + :n`, `ADD total :n`, `SET list = list_append(list, :x)`. ADD of a set is the same twice: the values
// tell numbers (N) from sets (SS, NS) by their types.
func addsInDynamo(u string, e *Effect) bool {
	if strings.Contains(u, "LIST_APPEND") {
		return true
	}
	if strings.Contains(u, " ADD ") {
		sets, numbers := false, false
		for _, t := range e.types {
			name := namedName(t)
			sets = sets || strings.HasSuffix(name, "MemberSS") || strings.HasSuffix(name, "MemberNS")
			numbers = numbers || strings.HasSuffix(name, "MemberN")
		}
		return numbers || !sets
	}
	_, set, ok := strings.Cut(u, " SET ")
	if !ok {
		return false
	}
	for _, a := range strings.Split(set, ",") {
		left, right, ok := strings.Cut(a, "=")
		if !ok {
			continue
		}
		if r := strings.Fields(strings.NewReplacer("+", " + ", "-", " - ", "(", " ", ")", " ").Replace(right)); len(r) > 2 {
			for i, w := range r {
				if (w == "+" || w == "-") && i > 0 {
					for _, o := range r {
						if o == strings.TrimSpace(left) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// moves: a condition compares an attribute with what the same call sets it to: a version, a sequence, a state.
func moves(cond string, text []string) bool {
	w := strings.Fields(strings.NewReplacer("<>", " <> ", "<", " < ", "=", " = ").Replace(cond))
	for i := 1; i+1 < len(w); i++ {
		if w[i] != "<" && w[i] != "<>" && w[i] != "=" {
			continue
		}
		for _, t := range text {
			u := strings.ToUpper(t)
			if _, set, ok := strings.Cut(" "+u, " SET "); ok && " "+u+" " != cond {
				for _, a := range strings.Split(set, ",") {
					left, _, _ := strings.Cut(a, "=")
					if strings.TrimSpace(left) == w[i-1] {
						return true
					}
				}
			}
		}
	}
	return false
}
