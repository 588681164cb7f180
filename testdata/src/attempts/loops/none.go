package loops

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"time"
)

type queue interface {
	Next(ctx context.Context) (string, error)
	Pop() (string, bool)
}

// A worker goes on to the next message, whatever became of this one.
func worker(ctx context.Context, q queue) error {
	for {
		id, err := q.Next(ctx)
		if err != nil {
			return err
		}
		if err := send(ctx, id); err != nil {
			continue
		}
	}
}

// The loop ends when one thing could be done: the first of a sequence, not the same thing again.
func firstMessage(ctx context.Context, q queue) {
	for {
		id, ok := q.Pop()
		if !ok {
			return
		}
		if err := send(ctx, id); err == nil {
			return
		}
	}
}

func fromChannel(ctx context.Context, ids <-chan string) {
	for id := range ids {
		if send(ctx, id) == nil {
			return
		}
	}
}

func firstOf(ctx context.Context, ids []string) {
	for _, id := range ids {
		if err := send(ctx, id); err == nil {
			return
		}
	}
}

func firstOfMap(ctx context.Context, ids map[string]bool) {
	for id := range ids {
		if err := send(ctx, id); err == nil {
			return
		}
	}
}

func firstByIndex(ctx context.Context, ids []string) {
	for i := 0; i < len(ids); i++ {
		if err := send(ctx, ids[i]); err == nil {
			return
		}
	}
}

type order struct{ id string }

func place(ctx context.Context, o *order) error { return nil }

func firstInStruct(ctx context.Context, ids []string) {
	for _, id := range ids {
		if err := place(ctx, &order{id: id}); err == nil {
			return
		}
	}
}

// Reading from the first mirror that answers is no failover of an effect.
func firstMirror(ps []provider, id string) {
	for _, p := range ps {
		if err := p.Get(id); err == nil {
			return
		}
	}
}

func batch(ctx context.Context, ids []string) (failed int) {
	for _, id := range ids {
		if err := send(ctx, id); err != nil {
			failed++
		}
	}
	return failed
}

func abort(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if err := send(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func forever(ctx context.Context, id string) {
	for {
		if err := send(ctx, id); err != nil {
			time.Sleep(time.Second)
		}
	}
}

func ready(id string) (bool, error) { return false, nil }

func poll(id string) error {
	for {
		ok, err := ready(id)
		if err != nil {
			return err
		}
		if ok {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// A poll that bears failures is still no retry of one thing: nothing leaves by success alone and the callee reads.
func getStatus(id string) (int, error) { return 0, nil }

func pollStatus(id string) error {
	for range 10 {
		code, err := getStatus(id)
		if err != nil {
			return err
		}
		if code == 2 {
			return nil
		}
		time.Sleep(time.Second)
	}
	return nil
}

func list(token string) (ids []string, next string, err error) { return nil, "", nil }

func pages() (all []string, err error) {
	token := ""
	for {
		ids, next, err := list(token)
		if err != nil {
			return nil, err
		}
		all = append(all, ids...)
		if next == "" {
			return all, nil
		}
		token = next
	}
}

func write(p []byte) (int, error) { return 0, nil }

// A short write carries on where it stopped.
func resume(p []byte) {
	for {
		n, err := write(p)
		if err == nil {
			return
		}
		p = p[n:]
	}
}

func unwrap(err error) error { return nil }

func chain(err error) {
	for err != nil {
		err = unwrap(err)
	}
}

func mapError(err error) error { return err }

// A mapper of errors is not what is tried.
func mapped(ctx context.Context, err error) error {
	for {
		if err = mapError(err); err == nil {
			return nil
		}
	}
}

type users struct{ list []string }

func postQuery(page int) (*users, error) { return nil, nil }

// Pages by number: each round asks for another one.
func numbered() (all []string, err error) {
	for page := 1; page < 10; page++ {
		u, err := postQuery(page)
		if err != nil {
			return nil, err
		}
		all = append(all, u.list...)
		if len(u.list) == 0 {
			break
		}
	}
	return all, nil
}

func fresh() string { return "" }

var errTaken = errors.New("taken")

func untilFree(ctx context.Context) error {
	for {
		err := send(ctx, fresh())
		if !errors.Is(err, errTaken) {
			return err
		}
	}
}

func cas(n *atomic.Int64) {
	for {
		old := n.Load()
		if n.CompareAndSwap(old, old+1) {
			return
		}
	}
}

func parse(docs [][]byte, v any) {
	for {
		if err := json.Unmarshal(docs[0], v); err == nil {
			return
		}
	}
}

func exit() { panic("exit") }

// A poll that ends the program when it fails.
func pollOrExit(id string) {
	for {
		code, err := getStatus(id)
		if err != nil {
			exit()
		}
		if code == 2 {
			return
		}
		time.Sleep(time.Second)
	}
}

func sendOrExit(ctx context.Context, id string) {
	for {
		if err := send(ctx, id); err != nil {
			exit()
		}
		return
	}
}

// The failure ends everything.
func fatal(ctx context.Context, id string) {
	for {
		if err := send(ctx, id); err != nil {
			panic(err)
		}
	}
}

func flag(ctx context.Context, try func() bool) {
	for !try() {
	}
}
