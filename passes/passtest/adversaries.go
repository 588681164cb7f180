package passtest

import (
	"fmt"
	"math"
	"strings"
)

var libraries = map[string]string{
	"github.com/google/uuid": "package uuid\nfunc NewString() string { return `` }\n",
	"strings":                "package strings\nfunc Join(a []string, sep string) string { return sep }\ntype Builder struct{}\nfunc (*Builder) WriteString(s string) (int, error) { return 0, nil }\nfunc (*Builder) String() string { return `` }\n",
}

const head = "package p\nimport \"github.com/google/uuid\"\nimport \"strings\"\nvar _ = strings.Join\nfunc charge(idempotencyKey string) error\n" +
	"type req struct { IdempotencyKey string; A, B, C string }\nfunc send(*req) error\n"

// each repeats a text with # for the number.
func each(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("##", fmt.Sprint(i+1), "#", fmt.Sprint(i)).Replace(text))
	}
	return b.String()
}

// everybody calls n functions in a row.
func everybody(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " + f%d(s)", i)
	}
	return b.String()
}

// adversaries are programs whose size grows with n.
var adversaries = []adversary{
	{"switch", 2500, func(n int) string {
		return "func f(k int) error {\ns := ``\nswitch k {\n" + each(n, "case #: s = `#` + uuid.NewString()\n") + "}\nreturn charge(s)\n}\n"
	}},
	{"switch with calls", 1000, func(n int) string {
		return "func f(k int, id string) error {\nswitch k {\n" + each(n, "case #: return charge(id + uuid.NewString())\n") + "}\nreturn nil\n}\n"
	}},
	{"ring of functions", 1250, func(n int) string {
		return each(n, "func f#(s string) string {\nif len(s) > # { return f##(s + uuid.NewString()) }\nreturn s\n}\n") +
			fmt.Sprintf("func f%d(s string) string { return f0(s) }\nfunc g(s string) error { return charge(f0(s)) }\n", n)
	}},
	{"everybody calls everybody", 100, func(n int) string {
		n = int(math.Sqrt(float64(n)))
		return each(n, "func f#(s string) string { return s"+everybody(n)+" + uuid.NewString() }\nfunc g#(s string) error { return charge(f#(s)) }\n")
	}},
	{"chain of functions", 1250, func(n int) string {
		return "func f0(s string) string { return s + uuid.NewString() }\n" + each(n, "func f##(s string) string { return f#(s) }\n") + fmt.Sprintf("func g(s string) error { return charge(f%d(s)) }\n", n)
	}},
	{"chain that doubles", 15, func(n int) string {
		return "func f0(s string) string { return s + uuid.NewString() }\n" + each(n, "func f##(s string) string { return f#(s) + `x` + f#(s) + `y` }\n") + fmt.Sprintf("func g(s string) error { return charge(f%d(s)) }\n", n)
	}},
	{"chain of objects that doubles", 15, func(n int) string {
		return "func f0(r *req) *req { r.IdempotencyKey = uuid.NewString(); return r }\n" + each(n, "func f##(r *req) *req { f#(r).A = f#(r).B + `x`; return f#(r) }\n") + fmt.Sprintf("func g(r *req) error { return send(f%d(r)) }\n", n)
	}},
	{"states of a lexer", 250, func(n int) string {
		return "type state func(string) state\nfunc f(id string) {\nfor s := state(s0); s != nil; s = s(id) {}\n}\n" +
			each(n, "func s#(id string) state {\n_ = charge(id + uuid.NewString())\nreturn s##\n}\n") + fmt.Sprintf("func s%d(string) state { return nil }\n", n)
	}},
	{"closures in closures", 50, func(n int) string {
		return "func f(s string) error {\nkey := s\nreturn " + each(n, "func() error {\nkey = key + uuid.NewString()\nreturn ") + "charge(key)" + strings.Repeat("\n}()", n) + "\n}\n"
	}},
	{"closures beside closures", 500, func(n int) string {
		return "func f(s string) error {\nkey := s\n" + each(n, "func() { key = key + uuid.NewString() }()\n") + "return charge(key)\n}\n"
	}},
	{"list", 5000, func(n int) string {
		return "func f() error { return charge(strings.Join([]string{uuid.NewString(), " + each(n, "`#`, ") + "}, `:`)) }\n"
	}},
	{"table", 5000, func(n int) string {
		return "var table = map[string]string{" + each(n, "`k#`: `v#`,\n") + "}\nfunc f(s string) error { return charge(table[s] + uuid.NewString()) }\n"
	}},
	{"local table", 2500, func(n int) string {
		return "func f(s string) error {\nm := map[string]string{" + each(n, "`k#`: s,\n") + "}\nm[`ClientToken`] = uuid.NewString()\nreturn charge(m[s])\n}\n"
	}},
	{"sum", 1250, func(n int) string {
		return "func f(s string) error {\n" + each(n, "s = s + uuid.NewString()\n") + "return charge(s)\n}\n"
	}},
	{"builder", 1250, func(n int) string {
		return "func f(s string) error {\nvar b strings.Builder\n" + each(n, "b.WriteString(uuid.NewString())\n") + "return charge(b.String())\n}\n"
	}},
	{"cursors", 500, func(n int) string {
		return "func next(s string) string { return s + `x` }\nfunc f(s string) error {\n" + each(n, "for len(s) < # { s = next(s) }\n") + "return charge(s + uuid.NewString())\n}\n"
	}},
	{"list that is walked", 500, func(n int) string {
		return "type node struct { next *node; IdempotencyKey string }\nfunc f(l *node) error {\n" + each(n, "for l.next != nil { l = l.next; l.IdempotencyKey = uuid.NewString() }\n") + "return charge(l.IdempotencyKey)\n}\n"
	}},
	{"branches", 500, func(n int) string {
		return "func f(s string, k int) error {\n" + each(n, "if k > # { s = s + `#` } else { s = uuid.NewString() + s }\n") + "return charge(s)\n}\n"
	}},
	{"one object, many writes", 500, func(n int) string {
		return "func f(s string) error {\nr := &req{}\n" + each(n, "r.A, r.B, r.IdempotencyKey = r.B, r.C, r.A + uuid.NewString()\nif err := send(r); err != nil { return err }\n") + "return nil\n}\n"
	}},
	{"object handed around", 500, func(n int) string {
		return "func f0(r *req) { r.IdempotencyKey = uuid.NewString() }\n" + each(n, "func f##(r *req) { f#(r); r.A = r.B }\n") + fmt.Sprintf("func g(s string) error { r := &req{A: s}; f%d(r); return send(r) }\n", n)
	}},
	{"many implementations", 250, func(n int) string {
		return "type namer interface { name() string }\n" + each(n, "type t# struct{}\nfunc (t#) name() string { return uuid.NewString() }\nfunc f#(x namer) error { return charge(x.name()) }\n")
	}},
	{"generics", 500, func(n int) string {
		return "func key[T any](v T, f func(T) string) string { return f(v) + uuid.NewString() }\n" + each(n, "type t# struct { ID string }\nfunc f#(v t#) error { return charge(key(v, func(v t#) string { return v.ID })) }\n")
	}},
	{"no bodies", 2500, func(n int) string {
		return each(n, "func f#(s string) string\nfunc g#(s string) error { return charge(f#(s) + uuid.NewString()) }\n")
	}},
	{"conversions", 1250, func(n int) string {
		return "type t string\nfunc f(s string) error { return charge(uuid.NewString() + " + strings.Repeat("string(t(", n) + "s" + strings.Repeat("))", n) + ") }\n"
	}},
}
