package splitclaim

import (
	"context"
	"errors"
	"log"
	"net/http"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/transfer"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Counter does the same things in their accepted forms.
type Counter struct{ Till }

// example:begin

// Redeem gives the voucher back only where the bank has refused to pay.
func (c *Counter) Redeem(ctx context.Context, voucher, to string, cents int64) error {
	tag, err := c.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if err := pay(to, cents); err != nil {
		var refused *stripe.Error
		if errors.As(err, &refused) && refused.Code == stripe.ErrorCodeCardDeclined {
			c.pool.Exec(ctx, `DELETE FROM used_vouchers WHERE voucher = $1`, voucher)
		}
		return err
	}
	return nil
}

// example:end

// RedeemDeferred looks at the error in the deferred literal.
func (c *Counter) RedeemDeferred(ctx context.Context, voucher, to string, cents int64) (err error) {
	tag, err := c.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	defer func() {
		var refused *stripe.Error
		if errors.As(err, &refused) {
			c.pool.Exec(ctx, `DELETE FROM used_vouchers WHERE voucher = $1`, voucher)
		}
	}()
	return pay(to, cents)
}

// Release deletes another voucher than the one that is claimed.
func (c *Counter) Release(ctx context.Context, voucher, other, to string, cents int64) error {
	tag, err := c.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if err := pay(to, cents); err != nil {
		c.pool.Exec(ctx, `DELETE FROM used_vouchers WHERE voucher = $1`, other)
		return err
	}
	return nil
}

// Quit gives the voucher back before anything is done.
func (c *Counter) Quit(ctx context.Context, voucher, to string, cents int64) error {
	tag, err := c.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if cents == 0 {
		_, err := c.pool.Exec(ctx, `DELETE FROM used_vouchers WHERE voucher = $1`, voucher)
		return err
	}
	return pay(to, cents)
}

// Kept gives the key back whatever came of the work.
func (c *Counter) Kept(ctx context.Context, voucher, to string, cents int64) error {
	ok, err := c.rdb.SetNX(ctx, "busy:"+voucher, "1", 0).Result()
	if err != nil || !ok {
		return err
	}
	defer c.rdb.Del(ctx, "busy:"+voucher)
	return pay(to, cents)
}

// KeptLiteral does it in a literal.
func (c *Counter) KeptLiteral(ctx context.Context, voucher, to string, cents int64) error {
	ok, err := c.rdb.SetNX(ctx, "busy:"+voucher, "1", 0).Result()
	if err != nil || !ok {
		return err
	}
	defer func() { c.rdb.Del(ctx, "busy:"+voucher) }()
	return pay(to, cents)
}

// KeptStraight does it before it returns, on every way.
func (c *Counter) KeptStraight(ctx context.Context, voucher, to string, cents int64) error {
	ok, err := c.rdb.SetNX(ctx, "busy:"+voucher, "1", 0).Result()
	if err != nil || !ok {
		return err
	}
	err = pay(to, cents)
	c.rdb.Del(ctx, "busy:"+voucher)
	return err
}

// Keyed: the bank recognises the repetition.
func (c *Counter) Keyed(ctx context.Context, voucher, to string, cents int64) error {
	tag, err := c.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	p := &stripe.TransferParams{Amount: &cents, Destination: &to}
	p.SetIdempotencyKey("redeem:v1:" + voucher)
	if _, err := transfer.New(p); err != nil {
		c.pool.Exec(ctx, `DELETE FROM used_vouchers WHERE voucher = $1`, voucher)
		return err
	}
	return nil
}

// Committed commits the claim before it pays.
func (c *Counter) Committed(ctx context.Context, voucher, to string, cents int64) error {
	tx, err := c.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	tag, err := tx.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if err := tx.Commit(ctx); err != nil {
		return err
	}
	return pay(to, cents)
}

// Order writes the order and pays in its transaction: the row recognises nothing for sure.
func (c *Counter) Order(ctx context.Context, orderID, item, to string, cents int64) error {
	return pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `INSERT INTO orders (order_id, item) VALUES ($1, $2) ON CONFLICT DO NOTHING`, orderID, item)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return pay(to, cents)
	})
}

// Credit does both in one transaction.
func (c *Counter) Credit(ctx context.Context, voucher, account string, cents int64) error {
	tx, err := c.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	tag, err := tx.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE accounts SET cents = cents + $1 WHERE id = $2`, cents, account); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// CreditWith hands the transaction on in two ways.
func (c *Counter) CreditWith(ctx context.Context, voucher, account string, cents int64) error {
	return pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return c.queries.WithTx(tx).Credit(ctx, account, cents)
	})
}

// CreditQueries makes the queries once.
func (c *Counter) CreditQueries(ctx context.Context, voucher, account string, cents int64) error {
	tx, err := c.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	q := c.queries.WithTx(tx)
	first, err := q.ClaimVoucher(ctx, voucher)
	if err != nil || !first {
		return err
	}
	if err := q.Credit(ctx, account, cents); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// CreditGorm does both in nested transactions: the inner one is part of the outer.
func (c *Counter) CreditGorm(ctx context.Context, voucher, account string, cents int64) error {
	return c.db.Transaction(func(tx *gorm.DB) error {
		res := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&Voucher{Code: voucher})
		if res.Error != nil || res.RowsAffected == 0 {
			return res.Error
		}
		return tx.Transaction(func(inner *gorm.DB) error {
			return inner.Model(&Account{}).Where("id = ?", account).Update("cents", gorm.Expr("cents + ?", cents)).Error
		})
	})
}

// Begun claims as in progress: a resolver finds what was left behind.
func (c *Counter) Begun(ctx context.Context, voucher, account string, cents int64) error {
	tag, err := c.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher, state) VALUES ($1, 'processing') ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return c.queries.Credit(ctx, account, cents)
}

// PaidFirst: what follows an effect outside cannot be part of the claim.
func (c *Counter) PaidFirst(ctx context.Context, voucher, to, account string, cents int64) error {
	first, err := c.queries.ClaimVoucher(ctx, voucher)
	if err != nil || !first {
		return err
	}
	if err := pay(to, cents); err != nil {
		return err
	}
	return c.queries.Credit(ctx, account, cents)
}

// Loser counts those who came too late.
func (c *Counter) Loser(ctx context.Context, voucher, account string) error {
	first, err := c.queries.ClaimVoucher(ctx, voucher)
	if err != nil {
		return err
	}
	if !first {
		return c.queries.Credit(ctx, account, 1)
	}
	return nil
}

// Finish updates the row of the claim itself.
func (c *Counter) Finish(ctx context.Context, voucher string) error {
	first, err := c.queries.ClaimVoucher(ctx, voucher)
	if err != nil || !first {
		return err
	}
	_, err = c.pool.Exec(ctx, `UPDATE used_vouchers SET n = n + 1 WHERE voucher = $1`, voucher)
	return err
}

// Unseen runs through a handle that may be either.
func (c *Counter) Unseen(ctx context.Context, db handle, voucher, account string, cents int64) error {
	tag, err := db.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	_, err = db.Exec(ctx, `UPDATE accounts SET cents = cents + $1 WHERE id = $2`, cents, account)
	return err
}

// Set keys the change of a state in redis: who comes too late sets nothing, and the state is set the next time.
func (c *Counter) Set(ctx context.Context, voucher, account string) error {
	ok, err := c.rdb.SetNX(ctx, "voucher:"+voucher, "used", 0).Result()
	if err != nil || !ok {
		return err
	}
	_, err = c.pool.Exec(ctx, `UPDATE accounts SET state = 'closed' WHERE id = $1`, account)
	return err
}

// Back gives the key in redis back if the credit failed.
func (c *Counter) Back(ctx context.Context, voucher, account string, cents int64) error {
	ok, err := c.rdb.SetNX(ctx, "voucher:"+voucher, "used", 0).Result()
	if err != nil || !ok {
		return err
	}
	if err := c.queries.Credit(ctx, account, cents); err != nil {
		c.rdb.Del(ctx, "voucher:"+voucher)
		return err
	}
	return nil
}

// Tag keeps an order and sets a state: neither recognises nor adds.
func (c *Counter) Tag(ctx context.Context, orderID, item string) error {
	tag, err := c.pool.Exec(ctx, `INSERT INTO orders (order_id, item) VALUES ($1, $2) ON CONFLICT DO NOTHING`, orderID, item)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	_, err = c.pool.Exec(ctx, `UPDATE stock SET state = 'reserved' WHERE item = $1`, item)
	return err
}

// Count counts in redis.
func (c *Counter) Count(ctx context.Context, voucher string) error {
	first, err := c.queries.ClaimVoucher(ctx, voucher)
	if err != nil || !first {
		return err
	}
	return c.rdb.Incr(ctx, "vouchers").Err()
}

// Late asks before it pays.
func (c *Counter) Late(ctx context.Context, voucher, to string, cents int64) error {
	var n int
	if err := c.pool.QueryRow(ctx, `SELECT count(*) FROM processed_vouchers WHERE voucher = $1`, voucher).Scan(&n); err != nil || n > 0 {
		return err
	}
	if err := pay(to, cents); err != nil {
		return err
	}
	_, err := c.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1)`, voucher)
	return err
}

// LateList asks for all at once, by another key.
func (c *Counter) LateList(ctx context.Context, day, voucher, to string, cents int64) error {
	var last string
	if err := c.pool.QueryRow(ctx, `SELECT max(voucher) FROM processed_vouchers WHERE day = $1`, day).Scan(&last); err != nil {
		return err
	}
	if err := pay(to, cents); err != nil {
		return err
	}
	_, err := c.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1)`, voucher)
	return err
}

// LateClaimed claims in redis before it pays.
func (c *Counter) LateClaimed(ctx context.Context, voucher, to string, cents int64) error {
	if ok, err := c.rdb.SetNX(ctx, "pay:"+voucher, "1", 0).Result(); err != nil || !ok {
		return err
	}
	if err := pay(to, cents); err != nil {
		return err
	}
	_, err := c.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1)`, voucher)
	return err
}

// LateCredit records in the transaction of the credit.
func (c *Counter) LateCredit(ctx context.Context, voucher, account string, cents int64) error {
	return pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE accounts SET cents = cents + $1 WHERE id = $2`, cents, account); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1)`, voucher)
		return err
	})
}

// LateOrder writes an order after the payment: a row about other things.
func (c *Counter) LateOrder(ctx context.Context, orderID, item, to string, cents int64) error {
	if err := pay(to, cents); err != nil {
		return err
	}
	_, err := c.pool.Exec(ctx, `INSERT INTO orders (order_id, item) VALUES ($1, $2)`, orderID, item)
	return err
}

// LateCache overwrites a key that is no record of anything.
func (c *Counter) LateCache(ctx context.Context, voucher, to string, cents int64) error {
	if err := pay(to, cents); err != nil {
		return err
	}
	return c.rdb.Set(ctx, "last:"+voucher, to, 0).Err()
}

// LateState sets a state before the record: it is set again.
func (c *Counter) LateState(ctx context.Context, voucher, account string) error {
	if _, err := c.pool.Exec(ctx, `UPDATE accounts SET state = 'closed' WHERE id = $1`, account); err != nil {
		return err
	}
	_, err := c.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1)`, voucher)
	return err
}

// LateHits counts in the table of the record.
func (c *Counter) LateHits(ctx context.Context, voucher string) error {
	if _, err := c.pool.Exec(ctx, `UPDATE processed_vouchers SET n = n + 1 WHERE voucher = 'all'`); err != nil {
		return err
	}
	_, err := c.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1)`, voucher)
	return err
}

// handle is a pool or a transaction.
type handle interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Named takes a lock by its name, and gives it back after an error.
func (c *Counter) Named(ctx context.Context, voucher, to string, cents int64) error {
	ok, err := c.rdb.SetNX(ctx, "lock:"+voucher, "1", 0).Result()
	if err != nil || !ok {
		return err
	}
	if err := pay(to, cents); err != nil {
		c.rdb.Del(ctx, "lock:"+voucher)
		return err
	}
	return nil
}

// Withdrawn takes an order back that could not be paid: a row, and no claim.
func (c *Counter) Withdrawn(ctx context.Context, orderID, item, to string, cents int64) error {
	if _, err := c.pool.Exec(ctx, `INSERT INTO orders (order_id, item) VALUES ($1, $2)`, orderID, item); err != nil {
		return err
	}
	if err := pay(to, cents); err != nil {
		c.pool.Exec(ctx, `DELETE FROM orders WHERE order_id = $1`, orderID)
		return err
	}
	return nil
}

// Swallowed keeps the claim: what the payment answers does not make the function fail.
func (c *Counter) Swallowed(ctx context.Context, voucher, to string, cents int64) (err error) {
	tag, err := c.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	defer func() {
		if err != nil {
			c.pool.Exec(ctx, `DELETE FROM used_vouchers WHERE voucher = $1`, voucher)
		}
	}()
	if failed := pay(to, cents); failed != nil {
		log.Println(failed)
	}
	return nil
}

// Both pays whoever came first: that is ignoredclaim.
func (c *Counter) Both(ctx context.Context, voucher, to string, cents int64) error {
	return pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher); err != nil {
			return err
		}
		return pay(to, cents)
	})
}

// UnseenClaim claims through a handle that may be either.
func (c *Counter) UnseenClaim(ctx context.Context, db handle, voucher, account string, cents int64) error {
	tag, err := db.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	_, err = c.pool.Exec(ctx, `UPDATE accounts SET cents = cents + $1 WHERE id = $2`, cents, account)
	return err
}

// UnseenCredit credits through a handle that may be either.
func (c *Counter) UnseenCredit(ctx context.Context, db handle, voucher, account string, cents int64) error {
	tag, err := c.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	_, err = db.Exec(ctx, `UPDATE accounts SET cents = cents + $1 WHERE id = $2`, cents, account)
	return err
}

// LateUnseen records through such a handle, and credits on the pool.
func (c *Counter) LateUnseen(ctx context.Context, db handle, voucher, account string, cents int64) error {
	if _, err := c.pool.Exec(ctx, `UPDATE accounts SET cents = cents + $1 WHERE id = $2`, cents, account); err != nil {
		return err
	}
	_, err := db.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1)`, voucher)
	return err
}

// LateUnseenCredit does it the other way round.
func (c *Counter) LateUnseenCredit(ctx context.Context, db handle, voucher, account string, cents int64) error {
	if _, err := db.Exec(ctx, `UPDATE accounts SET cents = cents + $1 WHERE id = $2`, cents, account); err != nil {
		return err
	}
	_, err := c.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1)`, voucher)
	return err
}

// LatePaid keeps the last payment of a voucher up to date.
func (c *Counter) LatePaid(ctx context.Context, voucher, to string, cents int64) error {
	if err := pay(to, cents); err != nil {
		return err
	}
	_, err := c.pool.Exec(ctx, `INSERT INTO paid_vouchers (voucher, cents) VALUES ($1, $2) ON CONFLICT (voucher) DO UPDATE SET cents = $2`, voucher, cents)
	return err
}

// First records before it pays.
func (c *Counter) First(ctx context.Context, voucher, to string, cents int64) error {
	if _, err := c.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1)`, voucher); err != nil {
		return err
	}
	return pay(to, cents)
}

// LateVersion counts versions and tries, which tell of runs and not of money.
func (c *Counter) LateVersion(ctx context.Context, voucher, account string) error {
	one := c.db.Model(&Account{}).Where("id = ?", account)
	if err := one.Update("version", gorm.Expr("version + 1")).Error; err != nil {
		return err
	}
	if err := one.Update("attempts", gorm.Expr("attempts + 1")).Error; err != nil {
		return err
	}
	if err := one.Update("retries", gorm.Expr("retries + 1")).Error; err != nil {
		return err
	}
	return c.db.Create(&ProcessedVoucher{Voucher: voucher}).Error
}

// LateRequest sends a request of any kind, and nothing shows that the row speaks of it.
func (c *Counter) LateRequest(ctx context.Context, voucher, url string) error {
	resp, err := http.Post(url, "text/plain", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = c.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1)`, voucher)
	return err
}

// Next pays for one voucher, and claims the next one before it pays for that.
func (c *Counter) Next(ctx context.Context, voucher, next, to string, cents int64) error {
	if err := pay(to, cents); err != nil {
		return err
	}
	first, err := c.queries.ClaimVoucher(ctx, next)
	if err != nil || !first {
		return err
	}
	return pay(to, cents)
}

func (c *Counter) claimed(ctx context.Context, voucher, to string, cents int64) error {
	first, err := c.queries.ClaimVoucher(ctx, voucher)
	if err != nil || !first {
		return err
	}
	return pay(to, cents)
}

// NextHelped has a helper claim and pay.
func (c *Counter) NextHelped(ctx context.Context, next, to string, cents int64) error {
	if err := pay(to, cents); err != nil {
		return err
	}
	return c.claimed(ctx, next, to, cents)
}

// Note only tells in the audit trail that a voucher was seen.
func (t *Till) Note(ctx context.Context, voucher string) error {
	first, err := t.queries.ClaimVoucher(ctx, voucher)
	if err != nil || !first {
		return err
	}
	_, err = t.pool.Exec(ctx, `INSERT INTO audit_entries (voucher) VALUES ($1)`, voucher)
	return err
}
