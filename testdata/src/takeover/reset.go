package takeover

import (
	"context"
	"time"
)

// Requeue makes wait again what has been under way for too long; Next pays what waits.
func (w *Worker) Requeue(ctx context.Context, cutoff time.Time) error {
	_, err := w.pool.Exec(ctx, `UPDATE bonus_runs SET state = 'queued' WHERE state = 'processing' AND started_at < $1`, cutoff) // want `warning/proved: work in progress is made to wait again because it looks old, and transfer.New runs again for it: .*chooses work in progress by its age \(UPDATE\) > takes what waits \(UPDATE\) > performs transfer.New`
	return err
}

// RequeueEach does so row by row.
func (w *Worker) RequeueEach(ctx context.Context) error {
	rows, err := w.pool.Query(ctx, `SELECT id FROM bonus_runs WHERE state = 'processing' AND started_at < now() - interval '5 minutes'`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return err
		}
		if _, err := w.pool.Exec(ctx, `UPDATE bonus_runs SET state = 'pending' WHERE id = $1`, id); err != nil { // want `warning/proved: work in progress is made to wait again .*chooses work in progress by its age \(SELECT\) > makes it wait again \(UPDATE\) > takes what waits`
			return err
		}
	}
	return rows.Err()
}

// Next pays the next bonus.
func (w *Worker) Next(ctx context.Context) error {
	var account string
	err := w.pool.QueryRow(ctx, `UPDATE bonus_runs SET state = 'processing' WHERE id = (SELECT id FROM bonus_runs WHERE state = 'queued' LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING account`).Scan(&account)
	if err != nil {
		return err
	}
	return pay(account)
}

// Fail gives up what has been under way for too long: a person looks at it.
func (w *Worker) Fail(ctx context.Context, cutoff time.Time) error {
	_, err := w.pool.Exec(ctx, `UPDATE bonus_runs SET state = 'failed' WHERE state = 'processing' AND started_at < $1`, cutoff)
	return err
}

// RequeueReports makes wait again what nobody pays for.
func (w *Worker) RequeueReports(ctx context.Context, cutoff time.Time) error {
	_, err := w.pool.Exec(ctx, `UPDATE report_runs SET state = 'queued' WHERE state = 'processing' AND started_at < $1`, cutoff)
	return err
}

// RequeueAsked makes wait again what is asked about before it is paid.
func (w *Worker) RequeueAsked(ctx context.Context, cutoff time.Time) error {
	_, err := w.pool.Exec(ctx, `UPDATE asked_runs SET state = 'queued' WHERE state = 'processing' AND started_at < $1`, cutoff)
	return err
}

type asker interface {
	TransferStatus(ctx context.Context, account string) (string, error)
}

// NextAsked pays the next one that the bank does not know.
func (w *Worker) NextAsked(ctx context.Context, a asker) error {
	var account string
	err := w.pool.QueryRow(ctx, `UPDATE asked_runs SET state = 'processing' WHERE id = (SELECT id FROM asked_runs WHERE state = 'queued' LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING account`).Scan(&account)
	if err != nil {
		return err
	}
	status, err := a.TransferStatus(ctx, account)
	if err != nil || status != "" {
		return err
	}
	return pay(account)
}
