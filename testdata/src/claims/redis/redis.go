// Package redis claims in all the ways that redis clients offer. work() is what somebody must do once.
package redis

import (
	"context"
	"errors"
	"fmt"
	"time"

	redis7 "github.com/go-redis/redis/v7"
	redigo "github.com/gomodule/redigo/redis"
	"github.com/redis/go-redis/v9"
	"github.com/redis/rueidis"
)

func work() {}

func setNX(ctx context.Context, c *redis.Client, key string) error {
	ok, err := c.SetNX(ctx, key, 1, time.Hour).Result() // want `claim redis p2`
	if err != nil {
		return err
	}
	if ok {
		work() // want `winner`
	}
	return nil
}

func old(c *redis7.Client, key string) {
	ok, _ := c.SetNX(key, 1, time.Hour).Result() // want `claim redis p1`
	if !ok {
		return
	}
	work() // want `winner`
}

func setArgs(ctx context.Context, c *redis.Client, key string) error {
	err := c.SetArgs(ctx, key, 1, redis.SetArgs{Mode: "NX", TTL: time.Hour}).Err() // want `claim redis p2`
	if errors.Is(err, redis.Nil) {
		work() // want `loser`
		return nil
	}
	if err != nil {
		return err
	}
	work() // want `winner`
	return nil
}

func setArgsPlain(ctx context.Context, c *redis.Client, key string) error {
	return c.SetArgs(ctx, key, 1, redis.SetArgs{TTL: time.Hour}).Err() // want `record redis p2`
}

func text(ctx context.Context, c *redis.Client, key string) error {
	res, err := c.Do(ctx, "set", key, "1", "nx", "ex", 60).Result() // want `claim redis p2`
	if err == redis.Nil {
		return nil
	}
	if err != nil || res == nil {
		return err
	}
	work() // want `winner`
	return nil
}

func hashed(ctx context.Context, c *redis.Client, key, field string) {
	if c.HSetNX(ctx, key, field, 1).Val() { // want `claim redis p2\+p3`
		work() // want `winner`
	}
}

func member(ctx context.Context, c *redis.Client, id string) {
	n, err := c.SAdd(ctx, "seen", id).Result() // want `claim redis =seen\+p2`
	if err != nil || n == 0 {
		return
	}
	work() // want `winner`
}

func memberUnread(ctx context.Context, c *redis.Client, id string) {
	c.SAdd(ctx, "seen", id) // want `record redis =seen\+p2`
	work()
}

func first(ctx context.Context, c *redis.Client, key string) error {
	n, err := c.Incr(ctx, key).Result() // want `claim redis p2`
	if err != nil {
		return err
	}
	if n > 1 {
		return errors.New("seen")
	}
	work() // want `winner`
	return nil
}

func rate(ctx context.Context, c *redis.Client, key string) bool {
	n, _ := c.Incr(ctx, key).Result() // a counter
	if n == 1 {
		c.Expire(ctx, key, time.Minute)
	}
	return n <= 10
}

func rateOfOne(ctx context.Context, c *redis.Client, key string) {
	n, _ := c.Incr(ctx, key).Result() // only its lifetime hangs on the count
	if n == 1 {
		c.Expire(ctx, key, time.Minute)
	}
	work()
}

var claim = redis.NewScript(`
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'EX', 3600)
return 1`)

var release = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end`)

func script(ctx context.Context, c *redis.Client, key string) error {
	n, err := claim.Run(ctx, c, []string{key}, "me").Int() // want `claim redis p2`
	if err != nil {
		return err
	}
	if n == 1 {
		work() // want `winner`
	}
	release.Run(ctx, c, []string{key}, "me")
	return nil
}

type gate struct {
	c    *redis.Client
	seen *redis.Script
}

func newGate(c *redis.Client) *gate {
	// The author's sign: 1 is for who comes second.
	return &gate{c, redis.NewScript(`local v = redis.call('get', KEYS[1]) if v then return 1 end redis.call('set', KEYS[1], '1') return 0`)}
}

func (g *gate) pass(ctx context.Context, id string) {
	res, err := g.seen.Run(ctx, g.c, []string{"gate:" + id}).Result() // want `claim redis =gate:\+p2`
	if err != nil {
		return
	}
	if res.(int64) == 1 {
		work() // want `loser`
		return
	}
	work() // want `winner`
}

func eval(ctx context.Context, c *redis.Client, key string) {
	err := c.Eval(ctx, `return redis.call('SET', KEYS[1], '1', 'NX')`, []string{key}).Err() // want `claim redis p2`
	if err == nil {
		work() // want `winner`
	}
}

func conn(c redigo.Conn, key string) error {
	reply, err := c.Do("SET", key, "1", "EX", 60, "NX") // want `claim redis p1`
	if err != nil {
		return err
	}
	if reply == nil {
		work() // want `loser`
		return nil
	}
	work() // want `winner`
	return nil
}

func converted(c redigo.Conn, key string) error {
	_, err := redigo.String(c.Do("SET", key, "1", "NX")) // want `claim redis p1`
	if err == redigo.ErrNil {
		return nil
	}
	if err != nil {
		return err
	}
	work() // want `winner`
	return nil
}

func counted(c redigo.Conn, key string) {
	n, err := redigo.Int(c.Do("SETNX", key, "1")) // want `claim redis p1`
	if err == nil && n == 1 {
		work() // want `winner`
	}
}

var once = redigo.NewScript(1, `return redis.call('SETNX', KEYS[1], ARGV[1])`)

func connScript(c redigo.Conn, key string) {
	n, err := redigo.Int(once.Do(c, key, "me")) // want `claim redis p1`
	if err != nil || n != 1 {
		return
	}
	work() // want `winner`
}

func built(ctx context.Context, c rueidis.Client, id string) error {
	key := fmt.Sprintf("seen:%s", id)
	err := c.Do(ctx, c.B().Set().Key(key).Value("1").Nx().ExSeconds(60).Build()).Error() // want `claim redis =seen:%s\+p2`
	if err != nil {
		if rueidis.IsRedisNil(err) {
			work() // want `loser`
			return nil
		}
		return err
	}
	work() // want `winner`
	return nil
}

func builtKept(ctx context.Context, c rueidis.Client, key string) (bool, error) {
	cmd := c.B().Set().Key(key).Value("1").Nx().Build()
	resp := c.Do(ctx, cmd) // want `claim redis p2`
	ok, err := resp.AsBool()
	if rueidis.IsRedisNil(err) {
		return false, nil
	}
	return ok, err
}

func gated(ctx context.Context, c rueidis.Client, key string) {
	ok, err := builtKept(ctx, c, key) // want `claim redis p2`
	if err != nil || !ok {
		return
	}
	work() // want `winner`
}

func builtMember(ctx context.Context, c rueidis.Client, id string) {
	n, _ := c.Do(ctx, c.B().Sadd().Key("seen").Member(id).Build()).AsInt64() // want `claim redis =seen\+p2`
	if n == 0 {
		return
	}
	work() // want `winner`
}

func arbitrary(ctx context.Context, c rueidis.Client, key string) {
	s, err := c.Do(ctx, c.B().Arbitrary("SET").Keys(key).Args("1", "NX").Build()).ToString() // want `claim redis p2`
	if err == nil && s == "OK" {
		work() // want `winner`
	}
}

func builtPlain(ctx context.Context, c rueidis.Client, key string) error {
	return c.Do(ctx, c.B().Set().Key(key).Value("1").Build()).Error() // want `record redis p2`
}

var lua = rueidis.NewLuaScript(`if redis.call('SETNX', KEYS[1], ARGV[1]) == 1 then return 'new' end return 'old'`)

func builtScript(ctx context.Context, c rueidis.Client, key string) {
	if s, _ := lua.Exec(ctx, c, []string{key}, []string{"me"}).ToString(); s == "new" { // want `claim redis p2`
		work() // want `winner`
	}
}
