// Package redis is a stub.
package redis

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9/internal/proto"
)

type cmdable func() error

type Client struct{ cmdable }

type BoolCmd struct{}

func (c *BoolCmd) Result() (bool, error) { return false, nil }

func (c *BoolCmd) Val() bool { return false }

type IntCmd struct{}

func (c *IntCmd) Result() (int64, error) { return 0, nil }

func (c *IntCmd) Err() error { return nil }

type StatusCmd struct{}

func (c *StatusCmd) Err() error { return nil }

type StringCmd struct{}

func (c *StringCmd) Result() (string, error) { return "", nil }

type XAddArgs struct {
	Stream string
	ID     string
	Values any
}

func (c cmdable) SetNX(ctx context.Context, key string, value any, expiration time.Duration) *BoolCmd {
	return nil
}

func (c cmdable) Set(ctx context.Context, key string, value any, expiration time.Duration) *StatusCmd {
	return nil
}

func (c cmdable) Get(ctx context.Context, key string) *StringCmd { return nil }

func (c cmdable) Del(ctx context.Context, keys ...string) *IntCmd { return nil }

func (c cmdable) HIncrBy(ctx context.Context, key, field string, incr int64) *IntCmd { return nil }

func (c cmdable) LPush(ctx context.Context, key string, values ...any) *IntCmd { return nil }

func (c cmdable) Incr(ctx context.Context, key string) *IntCmd { return nil }

func (c cmdable) Publish(ctx context.Context, channel string, message any) *IntCmd { return nil }

func (c cmdable) XAdd(ctx context.Context, a *XAddArgs) *StringCmd { return nil }

func (c *BoolCmd) Err() error { return nil }

func (c *IntCmd) Val() int64 { return 0 }

func (c *StringCmd) Val() string { return "" }

func (c cmdable) Exists(ctx context.Context, keys ...string) *IntCmd { return nil }

func (c cmdable) SIsMember(ctx context.Context, key string, member any) *BoolCmd { return nil }

func (c cmdable) SAdd(ctx context.Context, key string, members ...any) *IntCmd { return nil }

const Nil = proto.Nil

type SetArgs struct {
	Mode string
	TTL  time.Duration
}

type Cmd struct{}

func (c *Cmd) Result() (any, error) { return nil, nil }

func (c *Cmd) Err() error { return nil }

func (c *Cmd) Int() (int, error) { return 0, nil }

func (c *Cmd) Bool() (bool, error) { return false, nil }

func (c *StatusCmd) Result() (string, error) { return "", nil }

func (c cmdable) SetArgs(ctx context.Context, key string, value any, a SetArgs) *StatusCmd {
	return nil
}

func (c cmdable) HSetNX(ctx context.Context, key, field string, value any) *BoolCmd { return nil }

func (c cmdable) Expire(ctx context.Context, key string, expiration time.Duration) *BoolCmd {
	return nil
}

func (c cmdable) Do(ctx context.Context, args ...any) *Cmd { return nil }

func (c cmdable) Eval(ctx context.Context, script string, keys []string, args ...any) *Cmd {
	return nil
}

type Script struct{}

func NewScript(src string) *Script { return nil }

func (s *Script) Run(ctx context.Context, c *Client, keys []string, args ...any) *Cmd { return nil }

type Tx struct{ cmdable }

type Pipeliner interface{ StringCmdable }

type StringCmdable interface {
	Set(ctx context.Context, key string, value any, expiration time.Duration) *StatusCmd
}

func (c *Tx) TxPipelined(ctx context.Context, fn func(Pipeliner) error) ([]*Cmd, error) {
	return nil, nil
}

func (c *Client) Watch(ctx context.Context, fn func(*Tx) error, keys ...string) error { return nil }
