package noinprogress

import "context"

// Plain says nothing of how far it is.
func (l *Lot) Plain(ctx context.Context, visit string, cents int64) error {
	tag, err := l.pool.Exec(ctx, `INSERT INTO visit_claims (visit) VALUES ($1) ON CONFLICT DO NOTHING`, visit) // want `advice/proved: the claim has no state, so after a crash before paymentintent.New nobody can tell .*claims the key \(INSERT\) > performs paymentintent.New`
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return charge(cents)
}

// Stamped is written to when the work is done.
func (l *Lot) Stamped(ctx context.Context, visit string, cents int64) error {
	tag, err := l.pool.Exec(ctx, `INSERT INTO visit_claims (visit) VALUES ($1) ON CONFLICT DO NOTHING`, visit)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if err := charge(cents); err != nil {
		return err
	}
	_, err = l.pool.Exec(ctx, `UPDATE visit_claims SET paid_at = now() WHERE visit = $1`, visit)
	return err
}

// Counted makes no effect outside.
func (l *Lot) Counted(ctx context.Context, visit string) error {
	tag, err := l.pool.Exec(ctx, `INSERT INTO visit_claims (visit) VALUES ($1) ON CONFLICT DO NOTHING`, visit)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	_, err = l.pool.Exec(ctx, `UPDATE visits SET n = 1 WHERE visit = $1`, visit)
	return err
}
