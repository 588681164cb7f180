// Package redsync is a stub.
package redsync

import "context"

type Redsync struct{}

type Mutex struct{}

func (r *Redsync) NewMutex(name string, options ...any) *Mutex { return nil }

func (m *Mutex) LockContext(ctx context.Context) error { return nil }

func (m *Mutex) UnlockContext(ctx context.Context) (bool, error) { return false, nil }
