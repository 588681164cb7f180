// Package locks holds helpers that protect what they call.
package locks

import (
	"context"

	"github.com/go-redsync/redsync/v4"
)

// Locker hands out distributed locks.
type Locker struct{ rs *redsync.Redsync }

// With runs fn while no other process works on the key.
func (l *Locker) With(ctx context.Context, key string, fn func() error) error {
	m := l.rs.NewMutex(key)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(ctx)
	return fn()
}
