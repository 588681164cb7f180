// Package taught has locks and claims that only directives tell of.
package taught

import (
	"context"
	"database/sql"

	"models/bank"
)

func asked(ctx context.Context, db *sql.DB, key string) (found bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM processed WHERE key = $1)", key).Scan(&found)
	return found, err
}

func record(ctx context.Context, db *sql.DB, key string) error {
	_, err := db.ExecContext(ctx, "INSERT INTO processed (key) VALUES ($1)", key)
	return err
}

func bare(ctx context.Context, db *sql.DB, c *bank.Client, key string) error {
	found, err := asked(ctx, db, key)
	if err != nil || found {
		return err
	}
	if err := c.Tip(1); err != nil { // want `error/proved: bank.Tip runs when a look-up found nothing`
		return err
	}
	return record(ctx, db, key)
}

func locked(ctx context.Context, db *sql.DB, c *bank.Client, key string) error {
	if err := bank.Lock(key); err != nil {
		return err
	}
	defer bank.Unlock(key)
	found, err := asked(ctx, db, key)
	if err != nil || found {
		return err
	}
	if err := c.Tip(1); err != nil {
		return err
	}
	return record(ctx, db, key)
}

func releasedTooEarly(ctx context.Context, db *sql.DB, c *bank.Client, key string) error {
	if err := bank.Lock(key); err != nil {
		return err
	}
	found, err := asked(ctx, db, key)
	bank.Unlock(key)
	if err != nil || found {
		return err
	}
	if err := c.Tip(1); err != nil { // want `bank.Tip runs when a look-up found nothing`
		return err
	}
	return record(ctx, db, key)
}

func under(ctx context.Context, db *sql.DB, c *bank.Client, key string) error {
	return bank.Under(key, func() error {
		found, err := asked(ctx, db, key)
		if err != nil || found {
			return err
		}
		if err := c.Tip(1); err != nil {
			return err
		}
		return record(ctx, db, key)
	})
}

func claimed(ctx context.Context, s bank.Store, db *sql.DB, c *bank.Client, key string) error {
	found, err := asked(ctx, db, key)
	if err != nil || found {
		return err
	}
	if free, err := s.Claim(ctx, key); err != nil || !free {
		return err
	}
	if err := c.Tip(1); err != nil {
		return err
	}
	return record(ctx, db, key)
}

// A claim of the package itself, which answers by its error alone.
//
//idemlint:claim key
func take(ctx context.Context, key string) error { return nil }

func taken(ctx context.Context, db *sql.DB, c *bank.Client, key string) error {
	found, err := asked(ctx, db, key)
	if err != nil || found {
		return err
	}
	if err := take(ctx, key); err != nil {
		return err
	}
	if err := c.Tip(1); err != nil {
		return err
	}
	return record(ctx, db, key)
}
