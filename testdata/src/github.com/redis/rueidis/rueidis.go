// Package rueidis is a stub.
package rueidis

import (
	"context"

	"github.com/redis/rueidis/internal/cmds"
)

type (
	Builder   = cmds.Builder
	Completed = cmds.Completed
)

type CoreClient interface {
	B() Builder
	Do(ctx context.Context, cmd Completed) (resp RedisResult)
}

type Client interface {
	CoreClient
}

type RedisResult struct{}

func (r RedisResult) Error() (err error) { return nil }

func (r RedisResult) AsBool() (v bool, err error) { return false, nil }

func (r RedisResult) AsInt64() (v int64, err error) { return 0, nil }

func (r RedisResult) ToString() (v string, err error) { return "", nil }

func IsRedisNil(err error) bool { return false }

type Lua struct{}

func NewLuaScript(script string) *Lua { return nil }

func (s *Lua) Exec(ctx context.Context, c Client, keys, args []string) (resp RedisResult) {
	return resp
}
