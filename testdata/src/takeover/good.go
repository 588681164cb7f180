package takeover

import (
	"context"
	"time"

	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"
	"gorm.io/gorm"
)

// Bank answers what became of a payout.
type Bank interface {
	SendTransfer(ctx context.Context, to string) error
	GetTransfer(ctx context.Context, id string) (string, error)
}

// Ledger asks before it pays.
type Ledger struct {
	Worker
	house Bank
}

// example:begin

// Sweep asks the bank what became of the payout, and pays only what never came there.
func (l *Ledger) Sweep(ctx context.Context) error {
	var id, account string
	err := l.pool.QueryRow(ctx, `SELECT id, account FROM payouts WHERE state = 'paying' AND updated_at < now() - interval '10 minutes'`).Scan(&id, &account)
	if err != nil {
		return err
	}
	known, err := l.house.GetTransfer(ctx, id)
	if err != nil || known != "" {
		return err
	}
	return l.house.SendTransfer(ctx, account)
}

// example:end

// List asks the library.
func (l *Ledger) List(ctx context.Context, cutoff time.Time) error {
	var charge string
	if err := l.pool.QueryRow(ctx, `SELECT charge FROM refunds WHERE state = 'refunding' AND started_at < $1`, cutoff).Scan(&charge); err != nil {
		return err
	}
	if refund.List(&stripe.RefundListParams{Charge: &charge}).Next() {
		return nil
	}
	_, err := refund.New(&stripe.RefundParams{Charge: &charge})
	return err
}

// status asks somebody.
type statuses interface {
	PayoutStatus(ctx context.Context, id string) (string, error)
}

// Status asks another service for it.
func (l *Ledger) Status(ctx context.Context, s statuses, cutoff time.Time) error {
	var id string
	if err := l.pool.QueryRow(ctx, `SELECT id FROM payouts WHERE state = 'paying' AND started_at < $1`, cutoff).Scan(&id); err != nil {
		return err
	}
	if _, err := s.PayoutStatus(ctx, id); err != nil {
		return err
	}
	return pay(id)
}

func (l *Ledger) asking(ctx context.Context, id string) error {
	known, err := l.house.GetTransfer(ctx, id)
	if err != nil || known != "" {
		return err
	}
	return l.house.SendTransfer(ctx, id)
}

// Asking has a helper that asks the one it pays through.
func (l *Ledger) Asking(ctx context.Context, cutoff time.Time) error {
	var id string
	if err := l.pool.QueryRow(ctx, `SELECT id FROM payouts WHERE state = 'paying' AND started_at < $1`, cutoff).Scan(&id); err != nil {
		return err
	}
	return l.asking(ctx, id)
}

type auditor interface {
	Reconcile(ctx context.Context, id string) (bool, error)
}

// Gated: what somebody answers decides, whatever the question is called.
func (l *Ledger) Gated(ctx context.Context, a auditor, cutoff time.Time) error {
	var id string
	if err := l.pool.QueryRow(ctx, `SELECT id FROM payouts WHERE state = 'paying' AND started_at < $1`, cutoff).Scan(&id); err != nil {
		return err
	}
	clear, err := a.Reconcile(ctx, id)
	if err != nil {
		return err
	}
	if clear {
		return pay(id)
	}
	return nil
}

// Given asks before it pays for the row that it is handed.
func (l *Ledger) Given(ctx context.Context, s statuses, p *Payout) error {
	if p.State == "paying" && time.Since(p.StartedAt) > time.Hour {
		if _, err := s.PayoutStatus(ctx, p.ID); err != nil {
			return err
		}
		return pay(p.Account)
	}
	return nil
}

// Keyed: the bank recognises what it is sent again.
func (l *Ledger) Keyed(ctx context.Context, cutoff time.Time) error {
	var id string
	if err := l.pool.QueryRow(ctx, `SELECT id FROM payouts WHERE state = 'paying' AND started_at < $1`, cutoff).Scan(&id); err != nil {
		return err
	}
	p := &stripe.TransferParams{}
	p.SetIdempotencyKey("payout:v1:" + id)
	_, err := transfer.New(p)
	return err
}

// Pending has never begun.
func (l *Ledger) Pending(ctx context.Context, cutoff time.Time) error {
	var account string
	if err := l.pool.QueryRow(ctx, `SELECT account FROM payouts WHERE state = 'pending' AND created_at < $1`, cutoff).Scan(&account); err != nil {
		return err
	}
	return pay(account)
}

// Due is planned for a moment that has come.
func (l *Ledger) Due(ctx context.Context) error {
	var account string
	if err := l.pool.QueryRow(ctx, `SELECT account FROM payouts WHERE state = 'scheduled' AND send_at < now()`).Scan(&account); err != nil {
		return err
	}
	return pay(account)
}

// Young chooses what has begun just now.
func (l *Ledger) Young(ctx context.Context, cutoff time.Time) error {
	var account string
	if err := l.pool.QueryRow(ctx, `SELECT account FROM payouts WHERE state = 'paying' AND started_at > $1`, cutoff).Scan(&account); err != nil {
		return err
	}
	return pay(account)
}

// PendingIn tells the store a state in which nothing has begun.
func (l *Ledger) PendingIn(ctx context.Context, cutoff time.Time) error {
	account, err := l.rows.In(ctx, "pending", cutoff)
	if err != nil {
		return err
	}
	return pay(account)
}

// Locally works in the database only.
func (l *Ledger) Locally(ctx context.Context, cutoff time.Time) error {
	var account string
	if err := l.pool.QueryRow(ctx, `SELECT account FROM payouts WHERE state = 'paying' AND started_at < $1`, cutoff).Scan(&account); err != nil {
		return err
	}
	_, err := l.pool.Exec(ctx, `UPDATE accounts SET cents = cents - 1 WHERE id = $1`, account)
	return err
}

// Purge deletes old rows, and pays something else.
func (l *Ledger) Purge(ctx context.Context, account string, cutoff time.Time) error {
	if _, err := l.pool.Exec(ctx, `DELETE FROM payouts WHERE state = 'paying' AND started_at < $1`, cutoff); err != nil {
		return err
	}
	return pay(account)
}

// Before pays, and looks for old ones only then.
func (l *Ledger) Before(ctx context.Context, account string, cutoff time.Time) error {
	if err := pay(account); err != nil {
		return err
	}
	var id string
	return l.pool.QueryRow(ctx, `SELECT id FROM payouts WHERE state = 'paying' AND started_at < $1`, cutoff).Scan(&id)
}

// Fresh pays for rows that are not old: the age leads elsewhere.
func (l *Ledger) Fresh(ctx context.Context, id string) error {
	var p Payout
	if err := l.db.Where("id = ?", id).First(&p).Error; err != nil {
		return err
	}
	if p.State != "paying" {
		return nil
	}
	wait := time.Minute
	if time.Since(p.StartedAt) > time.Hour {
		wait = time.Hour
	}
	time.Sleep(wait)
	return pay(p.Account)
}

// Ended looks at the age of rows that are no longer in progress.
func (l *Ledger) Ended(ctx context.Context, id string) error {
	var p Payout
	if err := l.db.Where("id = ?", id).First(&p).Error; err != nil {
		return err
	}
	if p.State == "failed" && time.Since(p.StartedAt) > time.Hour {
		return pay(p.Account)
	}
	return nil
}

// GivenEnded does so for a row that it is handed.
func (l *Ledger) GivenEnded(ctx context.Context, p *Payout) error {
	if p.State == "failed" && time.Since(p.StartedAt) > time.Hour {
		return pay(p.Account)
	}
	return nil
}

// GivenAny looks at no age.
func (l *Ledger) GivenAny(ctx context.Context, p *Payout) error {
	if p.State == "paying" {
		return pay(p.Account)
	}
	return nil
}

// GivenLong sleeps longer for old ones.
func (l *Ledger) GivenLong(ctx context.Context, p *Payout) error {
	wait := time.Minute
	if p.State == "paying" && time.Since(p.StartedAt) > time.Hour {
		wait = time.Hour
	}
	time.Sleep(wait)
	return pay(p.Account)
}

// Helped has a helper ask.
func (l *Ledger) Helped(ctx context.Context, cutoff time.Time) error {
	var id string
	if err := l.pool.QueryRow(ctx, `SELECT id FROM payouts WHERE state = 'paying' AND started_at < $1`, cutoff).Scan(&id); err != nil {
		return err
	}
	return l.resolve(ctx, id)
}

func (l *Ledger) resolve(ctx context.Context, id string) error {
	state, err := l.payoutState(ctx, id)
	if err != nil || state == "paid" {
		return err
	}
	return pay(id)
}

func (l *Ledger) payoutState(ctx context.Context, id string) (string, error) {
	return l.house.GetTransfer(ctx, id)
}

type outcomes interface {
	RunOutcome(ctx context.Context, id string) (string, error)
	Settle(ctx context.Context, id string) (int, error)
}

// Outcome asks for it.
func (l *Ledger) Outcome(ctx context.Context, o outcomes, cutoff time.Time) error {
	account, err := l.rows.Stuck(ctx, cutoff)
	if err != nil {
		return err
	}
	if _, err := o.RunOutcome(ctx, account); err != nil {
		return err
	}
	return pay(account)
}

// Counted: how many somebody tells of decides.
func (l *Ledger) Counted(ctx context.Context, o outcomes, cutoff time.Time) error {
	account, err := l.rows.Stuck(ctx, cutoff)
	if err != nil {
		return err
	}
	n, err := o.Settle(ctx, account)
	if err != nil || n > 0 {
		return err
	}
	return pay(account)
}

// Session is not the row: what is known of a payout and the age of a session are two things.
type Session struct {
	db *gorm.DB
}

// Renew sleeps on an old token, and pays for a payout.
func (l *Ledger) Renew(ctx context.Context, s *Session, id string) error {
	var token struct{ IssuedAt time.Time }
	if err := s.db.Where("id = ?", "token").First(&token).Error; err != nil {
		return err
	}
	if time.Since(token.IssuedAt) > time.Hour {
		return nil
	}
	var p Payout
	if err := s.db.Where("id = ?", id).First(&p).Error; err != nil {
		return err
	}
	if p.State != "paying" {
		return nil
	}
	return pay(p.Account)
}

// CountedBack compares it the other way round.
func (l *Ledger) CountedBack(ctx context.Context, o outcomes, cutoff time.Time) error {
	account, err := l.rows.Stuck(ctx, cutoff)
	if err != nil {
		return err
	}
	n, err := o.Settle(ctx, account)
	if err != nil || 0 < n {
		return err
	}
	return pay(account)
}
