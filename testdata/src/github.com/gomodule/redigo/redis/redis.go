// Package redis is a stub.
package redis

import "errors"

var ErrNil = errors.New("nil returned")

type Conn interface {
	Do(commandName string, args ...interface{}) (reply interface{}, err error)
}

func String(reply interface{}, err error) (string, error) { return "", err }

func Int(reply interface{}, err error) (int, error) { return 0, err }

type Script struct{}

func NewScript(keyCount int, src string) *Script { return nil }

func (s *Script) Do(c Conn, keysAndArgs ...interface{}) (interface{}, error) { return nil, nil }
