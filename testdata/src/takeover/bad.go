package takeover

import (
	"context"
	"strconv"
	"time"

	"takeover/rows"

	"example.com/bank"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/transfer"
	"gorm.io/gorm"
)

// Worker pays out what others have left behind.
type Worker struct {
	pool *pgxpool.Pool
	db   *gorm.DB
	bank bank.Client
	rows *rows.Store
}

func pay(to string) error {
	_, err := transfer.New(&stripe.TransferParams{Destination: &to})
	return err
}

// example:begin

// Sweep pays again what has been paying for too long.
func (w *Worker) Sweep(ctx context.Context) error {
	rows, err := w.pool.Query(ctx, `SELECT account FROM payouts WHERE state = 'paying' AND updated_at < now() - interval '10 minutes'`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var account string
		if err := rows.Scan(&account); err != nil {
			return err
		}
		if err := pay(account); err != nil { // want `error/proved: transfer.New runs again for work in progress because it looks old, and nobody asks what became of the first try .*chooses work in progress by its age \(SELECT\) > performs transfer.New > .*help: ask the provider by the stored reference first`
			return err
		}
	}
	return rows.Err()
}

// example:end

// Cutoff is told the moment.
func (w *Worker) Cutoff(ctx context.Context, cutoff time.Time) error {
	var account string
	if err := w.pool.QueryRow(ctx, `SELECT account FROM payouts WHERE state = 'processing' AND started_at < $1`, cutoff).Scan(&account); err != nil {
		return err
	}
	return pay(account) // want `error/proved: transfer.New runs again`
}

// Lease chooses by a lock that is old, whatever the state is.
func (w *Worker) Lease(ctx context.Context, cutoff time.Time) error {
	var account string
	if err := w.pool.QueryRow(ctx, `SELECT account FROM payouts WHERE locked_until < $1`, cutoff).Scan(&account); err != nil {
		return err
	}
	return pay(account) // want `error/proved: transfer.New runs again`
}

// Steal takes the lock of a row over.
func (w *Worker) Steal(ctx context.Context, id, me, account string, cutoff time.Time) error {
	tag, err := w.pool.Exec(ctx, `UPDATE payouts SET owner = $2, locked_at = now() WHERE id = $1 AND state = 'paying' AND locked_at < $3`, id, me, cutoff)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return pay(account) // want `error/proved: transfer.New runs again`
}

// Upsert claims a row that is there if its lease is old.
func (w *Worker) Upsert(ctx context.Context, id, account string) error {
	tag, err := w.pool.Exec(ctx, `INSERT INTO payout_claims (id, locked_at) VALUES ($1, now())
		ON CONFLICT (id) DO UPDATE SET locked_at = now() WHERE payout_claims.locked_at < now() - interval '5 minutes'`, id)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return pay(account) // want `error/proved: transfer.New runs again`
}

// Payout is a row.
type Payout struct {
	ID, Account string
	State       string
	StartedAt   time.Time
}

// Stale tells whether nobody has moved the row for long.
func (p *Payout) Stale() bool { return time.Since(p.StartedAt) > time.Hour }

// Gorm chooses through a builder.
func (w *Worker) Gorm(ctx context.Context, cutoff time.Time) error {
	var p Payout
	if err := w.db.Where("state = ? AND started_at < ?", "paying", cutoff).First(&p).Error; err != nil {
		return err
	}
	return pay(p.Account) // want `error/proved: transfer.New runs again`
}

// Found asks for one row and looks at its time in Go.
func (w *Worker) Found(ctx context.Context, id string) error {
	var p Payout
	if err := w.db.Where("id = ?", id).First(&p).Error; err != nil {
		return err
	}
	if p.State == "paying" && time.Since(p.StartedAt) > time.Hour {
		return pay(p.Account) // want `error/proved: transfer.New runs again`
	}
	return nil
}

// Predicate asks the row.
func (w *Worker) Predicate(ctx context.Context, id string) error {
	var p Payout
	if err := w.db.Where("id = ?", id).First(&p).Error; err != nil {
		return err
	}
	if p.State != "processing" || !p.Stale() {
		return nil
	}
	return pay(p.Account) // want `error/proved: transfer.New runs again`
}

// Given is handed the row.
func (w *Worker) Given(ctx context.Context, p *Payout) error {
	if p.State == "paying" && p.StartedAt.Before(time.Now().Add(-time.Hour)) {
		return pay(p.Account) // want `error/proved: transfer.New runs again .*the row is in progress and old > performs transfer.New`
	}
	return nil
}

// Lifted has a store choose.
func (w *Worker) Lifted(ctx context.Context, cutoff time.Time) error {
	account, err := w.rows.Stuck(ctx, cutoff)
	if err != nil {
		return err
	}
	return pay(account) // want `error/proved: transfer.New runs again .*chooses work in progress by its age \(SELECT\) > SELECT payouts at rows.go:\d+ > performs`
}

// Status tells a store which state to look for.
func (w *Worker) Status(ctx context.Context, cutoff time.Time) error {
	account, err := w.rows.In(ctx, "sending", cutoff)
	if err != nil {
		return err
	}
	return pay(account) // want `error/proved: transfer.New runs again`
}

func again(id string) error {
	if _, err := transfer.New(&stripe.TransferParams{Destination: &id}); err != nil {
		return err
	}
	_, err := transfer.Get(id)
	return err
}

// Afterwards has a helper that asks when it is too late.
func (w *Worker) Afterwards(ctx context.Context, cutoff time.Time) error {
	var id string
	if err := w.pool.QueryRow(ctx, `SELECT id FROM payouts WHERE state = 'paying' AND started_at < $1`, cutoff).Scan(&id); err != nil {
		return err
	}
	return again(id) // want `error/proved: transfer.New runs again`
}

type marker interface {
	PublishStatus(ctx context.Context, id string) (string, error)
}

// Published tells others of the status, and asks nobody.
func (w *Worker) Published(ctx context.Context, m marker, cutoff time.Time) error {
	var id string
	if err := w.pool.QueryRow(ctx, `SELECT id FROM payouts WHERE state = 'paying' AND started_at < $1`, cutoff).Scan(&id); err != nil {
		return err
	}
	if _, err := m.PublishStatus(ctx, id); err != nil {
		return err
	}
	return pay(id) // want `error/proved: transfer.New runs again`
}

// Bank pays through an interface: a warning.
func (w *Worker) Bank(ctx context.Context, cutoff time.Time) error {
	var to string
	if err := w.pool.QueryRow(ctx, `SELECT account FROM payouts WHERE state = 'paying' AND started_at < $1`, cutoff).Scan(&to); err != nil {
		return err
	}
	return w.bank.SendTransfer(ctx, &bank.Transfer{To: to}) // want `warning/likely: Client.SendTransfer runs again`
}

// GivenBank does so for a row that it is handed.
func (w *Worker) GivenBank(ctx context.Context, p Payout) error {
	if p.State == "paying" && time.Since(p.StartedAt) > time.Hour {
		return w.bank.SendTransfer(ctx, &bank.Transfer{To: p.Account}) // want `warning/likely: Client.SendTransfer runs again`
	}
	return nil
}

// AskedLate asks when it is too late.
func (w *Worker) AskedLate(ctx context.Context, id string, cutoff time.Time) error {
	if err := w.pool.QueryRow(ctx, `SELECT id FROM payouts WHERE state = 'paying' AND started_at < $1`, cutoff).Scan(&id); err != nil {
		return err
	}
	if _, err := transfer.New(&stripe.TransferParams{Destination: &id}); err != nil { // want `error/proved: transfer.New runs again`
		return err
	}
	_, err := transfer.Get(id)
	return err
}

// Limited asks its own store, which knows no more than the row does.
func (w *Worker) Limited(ctx context.Context, cutoff time.Time) error {
	account, err := w.rows.Stuck(ctx, cutoff)
	if err != nil {
		return err
	}
	n, err := w.rows.Count(ctx, account)
	if err != nil || n > 3 {
		return err
	}
	return pay(account) // want `error/proved: transfer.New runs again`
}

func (w *Worker) noted(ctx context.Context, account string) error {
	if _, err := w.pool.Exec(ctx, `UPDATE payouts SET tries = tries + 1 WHERE account = $1`, account); err != nil {
		return err
	}
	return pay(account)
}

// Noted has a helper that does something before it pays, and asks nobody.
func (w *Worker) Noted(ctx context.Context, cutoff time.Time) error {
	account, err := w.rows.Stuck(ctx, cutoff)
	if err != nil {
		return err
	}
	return w.noted(ctx, account) // want `error/proved: transfer.New runs again`
}

func fetchFee(account string) (int64, error) { return int64(len(account)), nil }

// Fee reads what has nothing to do with the bank.
func (w *Worker) Fee(ctx context.Context, cutoff time.Time) error {
	account, err := w.rows.Stuck(ctx, cutoff)
	if err != nil {
		return err
	}
	if _, err := fetchFee(account); err != nil {
		return err
	}
	if _, err := strconv.ParseInt(account, 10, 64); err != nil {
		return err
	}
	return pay(account) // want `error/proved: transfer.New runs again`
}

// Teller is asked for other things than what became of a transfer.
type Teller interface {
	SendTransfer(ctx context.Context, to string) error
	HasCounter() bool
	LookupName(to string) (string, bool)
	TransferFee(ctx context.Context, to string) (string, error)
}

// Teller asks for those.
func (w *Worker) Teller(ctx context.Context, t Teller, cutoff time.Time) error {
	account, err := w.rows.Stuck(ctx, cutoff)
	if err != nil {
		return err
	}
	if !t.HasCounter() {
		return nil
	}
	t.LookupName(account)
	t.TransferFee(ctx, account)
	return t.SendTransfer(ctx, account) // want `warning/likely: Teller.SendTransfer runs again`
}

func enabled(account string) bool { return account != "" }

// Enabled: a setting decides, and who is asked decides nothing.
func (w *Worker) Enabled(ctx context.Context, a auditor, cutoff time.Time) error {
	account, err := w.rows.Stuck(ctx, cutoff)
	if err != nil {
		return err
	}
	if _, err := a.Reconcile(ctx, account); err != nil {
		return err
	}
	if !enabled(account) {
		return nil
	}
	return pay(account) // want `error/proved: transfer.New runs again`
}

// GivenMany is handed several rows.
func (w *Worker) GivenMany(ctx context.Context, list []Payout) error {
	for _, p := range list {
		if p.State != "paying" || time.Since(p.StartedAt) < time.Hour {
			continue
		}
		if err := pay(p.Account); err != nil { // want `error/proved: transfer.New runs again`
			return err
		}
	}
	return nil
}

func named(account string) (string, bool) { return account, account != "" }

// Named: what is known of a name decides, and that nobody is asked who could fail.
func (w *Worker) Named(ctx context.Context, cutoff time.Time) error {
	account, err := w.rows.Stuck(ctx, cutoff)
	if err != nil {
		return err
	}
	name, _ := named(account)
	if name == "" {
		return nil
	}
	return pay(account) // want `error/proved: transfer.New runs again`
}
