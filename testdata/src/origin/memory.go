package origin

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/samber/lo"
)

type box struct {
	ID, Name, IdempotencyKey string
	inner                    *box
	list                     []string
	table                    map[string]string
}

func fields(id string, b *box) {
	x := box{ID: id, Name: "n"}
	probe(x.ID)   // want `^param id`
	probe(x.Name) // want `^const n$`
	x.Name = uuid.NewString()
	probe(x.Name) // want `^random uuid.NewString$`
	x.Name = "m"
	probe(x.Name)     // want `^const m$`
	probe(b.Name)     // want `^param b.Name$`
	probe(b.inner.ID) // want `^param b.inner.ID$`
	y := x
	y.ID = "other"
	probe(x.ID) // want `^param id`
	p := &x
	p.ID = uuid.NewString()
	probe(x.ID) // want `^random uuid.NewString`
}

func elements(id string, i int) {
	list := []string{id, "b"}
	probe(list)    // want `^param id \+ const b$`
	probe(list[0]) // want `param id`
	m := map[string]string{"a": id}
	m["b"] = uuid.NewString()
	probe(m["a"]) // want `^param id$`
	probe(m["b"]) // want `^random uuid.NewString$`
	m["b"] = "z"
	probe(m["b"]) // want `^const z$`
	var arr [2]string
	arr[1] = id
	probe(arr[i]) // want `param id`
	nested := map[string]map[string]string{"x": {"y": id}}
	probe(nested["x"]["y"]) // want `param id`
	list = append(list, uuid.NewString())
	probe(list) // want `random uuid.NewString`
}

func pointers(id string) {
	p := &id
	probe(*p)           // want `^param id$`
	probe(p)            // want `^param id$`
	probe(lo.ToPtr(id)) // want `^param id$`
	*p = uuid.NewString()
	probe(id) // want `^random uuid.NewString$`
	q := new(string)
	*q = "a"
	probe(*q) // want `^const a$`
}

// The last write before the use, path by path.
func sequence(id string, ok bool) {
	b := &box{ID: id}
	probe(b.ID) // want `^param id`
	if ok {
		b.ID = uuid.NewString()
	}
	probe(b.ID) // want `param id\?.*random uuid.NewString\?`
	b.ID = "end"
	probe(b.ID) // want `^const end`
	for range 3 {
		probe(b.Name) // want `random uuid.NewString`
		b.Name = uuid.NewString()
	}
}

func closures(id string) {
	key := id
	set := func() { key = uuid.NewString() }
	set()
	probe(key) // want `random uuid.NewString`
	get := func() string { return "a" + id }
	probe(get()) // want `^const a \+ param id$`
	// A closure that is called again starts from what its last run left.
	other := id
	again := func() {
		probe(other) // want `param id.*random uuid.NewString`
		other = uuid.NewString()
	}
	again()
	again()
	func() {
		probe(id) // want `^param id$`
	}()
	gen := uuid.NewString
	probe(gen()) // want `^random uuid.NewString$`
}

type maker struct {
	next func() string
	ref  string
}

func newMaker() *maker { // want newMaker:`result 0: a random value uuid.NewString; result 0.ref: a random value uuid.NewString`
	return &maker{next: func() string { return uuid.NewString() }, ref: uuid.NewString()}
}

// Functions in fields are followed to constructors, text is not.
func (m *maker) use() {
	probe(m.next()) // want `^random uuid.NewString by call$`
	probe(m.ref)    // want `^param m.ref$`
}

var generate = uuid.NewString

func throughGlobal() {
	probe(generate()) // want `^random uuid.NewString`
}

func writers(id string) {
	h := sha256.New()
	h.Write([]byte(id))
	h.Write([]byte("x"))
	probe(hex.EncodeToString(h.Sum(nil))) // want `param id \+ const x$`
	sum := sha256.Sum256([]byte(id))
	probe(hex.EncodeToString(sum[:])) // want `^param id$`
	var b strings.Builder
	b.WriteString("p:")
	b.WriteString(uuid.NewString())
	probe(b.String()) // want `^const p: \+ random uuid.NewString$`
	var raw [8]byte
	rand.Read(raw[:])
	probe(hex.EncodeToString(raw[:])) // want `^random rand.Read$`
	dst := make([]byte, 10)
	copy(dst, id)
	probe(string(dst)) // want `param id`
	out := make([]byte, 16)
	hex.Encode(out, raw[:])
	probe(string(out)) // want `random rand.Read`
}

func decoded(data []byte) {
	var b box
	json.Unmarshal(data, &b)
	probe(b.Name) // want `^received box.Name`
	raw, _ := json.Marshal(box{ID: "a", Name: uuid.NewString()})
	probe(raw) // want `const a.* \+ random uuid.NewString$`
}

// A row fills what it is given addresses of.
func scanned(r pgx.Row) {
	key, n := uuid.NewString(), 0
	r.Scan(&n, &key)
	probe(key) // want `^received Row.Scan$`
	fmt.Println(&key)
	probe(key) // want `^received Row.Scan$`
}

// Loops that feed themselves come to an end.
func cursor(s string) {
	for s != "" {
		s = step(s)
	}
	probe(s) // want `param s`
}

func step(s string) string { return s[1:] }

func recursive(n int, s string) string { // want recursive:`result 0: a random value uuid.NewString`
	if n == 0 {
		return s + uuid.NewString()
	}
	return recursive(n-1, s+"x")
}

func recursion(id string) {
	probe(recursive(3, id)) // want `random uuid.NewString`
}

func even(n int, s string) string { // want even:`result 0: a random value uuid.NewString`
	if n == 0 {
		return uuid.NewString()
	}
	return odd(n-1, s)
}

func odd(n int, s string) string { // want odd:`result 0: a random value uuid.NewString`
	if n == 0 {
		return s
	}
	return even(n-1, s)
}

func mutual(id string) {
	probe(even(3, id)) // want `random uuid.NewString\? by call \+ param id\?`
	probe(odd(3, id))  // want `param id.*random uuid.NewString`
}
