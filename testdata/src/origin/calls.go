// Calls: helpers, facts, interfaces. // want package:"origin facts"

package origin

import (
	"context"

	"origin/far"
	"origin/far/further"

	"github.com/google/uuid"
)

func name(id string) string { return "n:" + id }

func two(id string) (string, string) { // want two:`result 1: a random value uuid.NewString`
	return id, uuid.NewString()
}

func join(parts ...string) string {
	out := ""
	for _, p := range parts {
		out += p
	}
	return out
}

func first[T any](list []T) T { return list[0] }

func helpers(id string) {
	probe(name(id)) // want `^const n: \+ param id$`
	a, b := two(id)
	probe(a)                                   // want `^param id$`
	probe(b)                                   // want `^random uuid.NewString by call$`
	probe(join("a", id))                       // want `const a.*param id`
	probe(first([]string{id}))                 // want `^param id$`
	probe(name(name(id)))                      // want `^const n: \+ const n: \+ param id$`
	probe(func() string { return id + "z" }()) // want `^param id \+ const z$`
}

// By fact: from the package imported, and through it from the next.
func imported(id string) {
	probe(far.ID())           // want `^random uuid.NewString by call$`
	probe(further.Stamp(id))  // want `^param id \+ clock time.Now by call$`
	probe(further.Stable(id)) // want `^param id$`
	probe(far.Both(id).Fresh) // want `random uuid.NewString by call`
	_, s := far.Second()
	probe(s)                                                   // want `^random uuid.NewString by call$`
	probe(far.Generator()())                                   // want `^random uuid.NewString by call$`
	probe(far.Generic(id, func(s string) string { return s })) // want `random uuid.NewString by call`
	m, _ := far.Maybe(true)
	probe(m) // want `^random uuid.NewString by call$`
	var k far.Keyer = far.Clerk{}
	probe(k.Key()) // want `^random uuid.NewString by call`
}

type named interface{ Name() string }

type fresh struct{}

func (fresh) Name() string { // want Name:`result 0: a random value uuid.NewString`
	return uuid.NewString()
}

func implemented(n named) {
	probe(n.Name()) // want `^random uuid.NewString by call$`
}

// IDSource is implemented nowhere.
type IDSource interface {
	NewID() string
	Current() string
	NextToken(ctx context.Context) (string, error)
	NewOrder(name string) string
}

func injected(ctx context.Context, g IDSource, id string) {
	probe(g.NewID()) // want `^random IDSource.NewID~$`
	t, _ := g.NextToken(ctx)
	probe(t)              // want `^random IDSource.NextToken~$`
	probe(g.Current())    // want `^param g$`
	probe(g.NewOrder(id)) // want `param id`
}

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

// What is asked for with a context is an answer, and inherits nothing from the question.
func answers(ctx context.Context, s store) {
	ref, _ := s.Load(ctx, uuid.NewString())
	probe(ref)              // want `^result of store.Load$`
	probe(ctx.Value("key")) // want `^param ctx`
}

type message struct{ id string }

func (m *message) GetID() string { return m.id }

type getter interface{ GetOrderID() string }

func getters(m *message, g getter) {
	probe(m.GetID())      // want `^param m.id$`
	probe(g.GetOrderID()) // want `^param g.OrderID$`
}

type handler func() string

// A function handed in: whoever hands it in decides.
func handedIn(f func() string, h handler) {
	probe(f()) // want `^param f`
}
