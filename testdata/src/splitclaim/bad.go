package splitclaim

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"splitclaim/store"

	"example.com/bank"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/transfer"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Till redeems vouchers and pays them out.
type Till struct {
	pool    *pgxpool.Pool
	queries *store.Queries
	sql     *sql.DB
	db      *gorm.DB
	rdb     *redis.Client
}

func pay(to string, cents int64) error {
	_, err := transfer.New(&stripe.TransferParams{Amount: &cents, Destination: &to})
	return err
}

// example:begin

// Redeem gives the voucher back after any error, a timeout too.
func (t *Till) Redeem(ctx context.Context, voucher, to string, cents int64) error {
	tag, err := t.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if err := pay(to, cents); err != nil {
		t.pool.Exec(ctx, `DELETE FROM used_vouchers WHERE voucher = $1`, voucher) // want `error/proved: the claim is deleted after any error of transfer.New, a timeout too, and the retry does again what may have been done .*writes the key \(INSERT used_vouchers\) > performs transfer.New > .*deletes the key \(DELETE used_vouchers\) > help: keep the claim unless`
		return err
	}
	return nil
}

// example:end

// RedeemDeferred gives it back in a deferred literal.
func (t *Till) RedeemDeferred(ctx context.Context, voucher, to string, cents int64) (err error) {
	tag, err := t.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	defer func() {
		if err != nil {
			t.pool.Exec(ctx, `DELETE FROM used_vouchers WHERE voucher = $1`, voucher) // want `error/proved: the claim is deleted after any error of transfer.New`
		}
	}()
	return pay(to, cents)
}

// RedeemFlag gives it back unless a flag was set.
func (t *Till) RedeemFlag(ctx context.Context, voucher, to string, cents int64) error {
	ok, err := t.rdb.SetNX(ctx, "voucher:"+voucher, "used", 0).Result()
	if err != nil || !ok {
		return err
	}
	done := false
	defer func() {
		if !done {
			t.rdb.Del(ctx, "voucher:"+voucher) // want `error/proved: the claim is deleted after any error of transfer.New`
		}
	}()
	if err := pay(to, cents); err != nil {
		return err
	}
	done = true
	return nil
}

// RedeemStore claims and releases through a store.
func (t *Till) RedeemStore(ctx context.Context, voucher, to string, cents int64) error {
	first, err := t.queries.ClaimVoucher(ctx, voucher)
	if err != nil || !first {
		return err
	}
	if err := pay(to, cents); err != nil {
		_ = t.queries.Release(ctx, voucher) // want `error/proved: the claim is deleted after any error of transfer.New`
		return err
	}
	return nil
}

// RedeemCode keeps the claim by the violation that it tells apart.
func (t *Till) RedeemCode(ctx context.Context, voucher, to string, cents int64) error {
	_, err := t.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1)`, voucher)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return nil
	}
	if err != nil {
		return err
	}
	if err := pay(to, cents); err != nil {
		t.pool.Exec(ctx, `DELETE FROM used_vouchers WHERE voucher = $1`, voucher) // want `error/proved: the claim is deleted`
		return err
	}
	return nil
}

// Held pays inside the transaction that holds the claim.
func (t *Till) Held(ctx context.Context, voucher, to string, cents int64) error {
	tx, err := t.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	tag, err := tx.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if err := pay(to, cents); err != nil { // want `error/proved: transfer.New runs inside the transaction that holds the claim: an error or a crash before the commit undoes the claim, not the effect .* help: commit the claim first`
		return err
	}
	return tx.Commit(ctx)
}

// HeldFunc is the same in a library's runner.
func (t *Till) HeldFunc(ctx context.Context, voucher, to string, cents int64) error {
	return pgx.BeginFunc(ctx, t.pool, func(tx pgx.Tx) error {
		first, err := t.queries.WithTx(tx).ClaimVoucher(ctx, voucher)
		if err != nil || !first {
			return err
		}
		return pay(to, cents) // want `error/proved: transfer.New runs inside the transaction that holds the claim`
	})
}

// Credit claims on the pool and credits in a transaction.
func (t *Till) Credit(ctx context.Context, voucher, account string, cents int64) error {
	tag, err := t.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	tx, err := t.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, `UPDATE accounts SET cents = cents + $1 WHERE id = $2`, cents, account); err != nil { // want `error/proved: .*accounts.* commits apart from the claim, the claim through the database handle and the effect in a transaction: after a crash in between the retry is turned away and the work is never done .* help: write claim and effect in one transaction`
		return err
	}
	return tx.Commit(ctx)
}

// CreditPool claims in a transaction and credits on the pool.
func (t *Till) CreditPool(ctx context.Context, voucher, account string, cents int64) error {
	return pgx.BeginFunc(ctx, t.pool, func(tx pgx.Tx) error {
		first, err := t.queries.WithTx(tx).ClaimVoucher(ctx, voucher)
		if err != nil || !first {
			return err
		}
		return t.queries.Credit(ctx, account, cents) // want `error/proved: .*accounts.* commits apart from the claim, the claim in a transaction and the effect through the database handle`
	})
}

// CreditEach commits each by itself.
func (t *Till) CreditEach(ctx context.Context, voucher, account string, cents int64) error {
	first, err := t.queries.ClaimVoucher(ctx, voucher)
	if err != nil || !first {
		return err
	}
	return t.queries.Credit(ctx, account, cents) // want `error/proved: .*accounts.* commits apart from the claim, each by itself`
}

// CreditTwo begins a transaction for each.
func (t *Till) CreditTwo(ctx context.Context, voucher, account string, cents int64) error {
	a, err := t.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer a.Rollback(ctx)
	tag, err := a.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if err := a.Commit(ctx); err != nil {
		return err
	}
	b, err := t.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer b.Rollback(ctx)
	if _, err := b.Exec(ctx, `UPDATE accounts SET cents = cents + $1 WHERE id = $2`, cents, account); err != nil { // want `error/proved: .*accounts.* commits apart from the claim, in different transactions`
		return err
	}
	return b.Commit(ctx)
}

// CreditBook credits in a transaction that a helper begins.
func (t *Till) CreditBook(ctx context.Context, voucher, account string, cents int64) error {
	return pgx.BeginFunc(ctx, t.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return store.Book(ctx, t.pool, account, cents) // want `error/proved: .*accounts.* commits apart from the claim`
	})
}

// CreditRedis claims in redis and credits in the database.
func (t *Till) CreditRedis(ctx context.Context, voucher, account string, cents int64) error {
	ok, err := t.rdb.SetNX(ctx, "voucher:"+voucher, "used", 0).Result()
	if err != nil || !ok {
		return err
	}
	return t.queries.Credit(ctx, account, cents) // want `warning/proved: .*accounts.* commits apart from the claim, to different stores`
}

// Close sets a state: a warning.
func (t *Till) Close(ctx context.Context, voucher, account string) error {
	first, err := t.queries.ClaimVoucher(ctx, voucher)
	if err != nil || !first {
		return err
	}
	_, err = t.pool.Exec(ctx, `UPDATE accounts SET state = 'closed' WHERE id = $1`, account) // want `warning/proved: UPDATE accounts commits apart from the claim, each by itself`
	return err
}

// Order is kept as such, and the stock is counted apart from it.
func (t *Till) Order(ctx context.Context, orderID, item string) error {
	tag, err := t.pool.Exec(ctx, `INSERT INTO orders (order_id, item) VALUES ($1, $2) ON CONFLICT DO NOTHING`, orderID, item)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	_, err = t.pool.Exec(ctx, `UPDATE stock SET reserved = reserved + 1 WHERE item = $1`, item) // want `warning/proved: .*stock.* commits apart from the claim, each by itself`
	return err
}

// Voucher is used once.
type Voucher struct {
	Code string `gorm:"primaryKey"`
}

// TableName names the table.
func (Voucher) TableName() string { return "used_vouchers" }

// Account holds money.
type Account struct {
	ID    string `gorm:"primaryKey"`
	Cents int64
}

// CreditGorm claims in the transaction, and credits through the handle of the struct.
func (t *Till) CreditGorm(ctx context.Context, voucher, account string, cents int64) error {
	return t.db.Transaction(func(tx *gorm.DB) error {
		res := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&Voucher{Code: voucher})
		if res.Error != nil || res.RowsAffected == 0 {
			return res.Error
		}
		return t.db.Model(&Account{}).Where("id = ?", account).Update("cents", gorm.Expr("cents + ?", cents)).Error // want `error/proved: UPDATE accounts commits apart from the claim, the claim in a transaction and the effect through the database handle`
	})
}

// Late pays first and records afterwards.
func (t *Till) Late(ctx context.Context, voucher, to string, cents int64) error {
	if err := pay(to, cents); err != nil {
		return err
	}
	_, err := t.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1)`, voucher) // want `error/proved: transfer.New comes before the record that it was done: after a crash or a timeout in between it is done again \(splitclaim\) \[performs transfer.New > .*writes the key \(INSERT processed_vouchers\) > help: claim the key first`
	return err
}

// LatePaid records in a table whose name says so without being one of those that recognise repetitions.
func (t *Till) LatePaid(ctx context.Context, voucher, to string, cents int64) error {
	if err := pay(to, cents); err != nil {
		return err
	}
	_, err := t.pool.Exec(ctx, `INSERT INTO paid_vouchers (voucher) VALUES ($1)`, voucher) // want `warning/proved: transfer.New comes before the record that it was done`
	return err
}

// LateCredit credits on the pool and records in another transaction.
func (t *Till) LateCredit(ctx context.Context, voucher, account string, cents int64) error {
	if err := t.queries.Credit(ctx, account, cents); err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, t.pool, func(tx pgx.Tx) error { // want `error/proved: .*accounts.* comes before the record that it was done`
		_, err := tx.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1)`, voucher)
		return err
	})
}

// LateUpsert overwrites what tells that it was done.
func (t *Till) LateUpsert(ctx context.Context, voucher, to string, cents int64) error {
	if err := pay(to, cents); err != nil {
		return err
	}
	_, err := t.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher, n) VALUES ($1, 1) ON CONFLICT (voucher) DO UPDATE SET n = 1`, voucher) // want `error/proved: transfer.New comes before the record`
	return err
}

// LateEach credits and records on the pool, each by itself.
func (t *Till) LateEach(ctx context.Context, voucher, account string, cents int64) error {
	if err := t.queries.Credit(ctx, account, cents); err != nil {
		return err
	}
	_, err := t.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher, account) VALUES ($1, $2)`, voucher, account) // want `error/proved: .*accounts.* comes before the record that it was done`
	return err
}

// LateAmount says by its name that it was paid, and holds more than a key.
func (t *Till) LateAmount(ctx context.Context, voucher, to string, cents int64) error {
	if err := pay(to, cents); err != nil {
		return err
	}
	_, err := t.pool.Exec(ctx, `INSERT INTO paid_vouchers (voucher, cents) VALUES ($1, $2)`, voucher, cents) // want `warning/proved: transfer.New comes before the record`
	return err
}

// LateAsked asks for something of the table when it is too late.
func (t *Till) LateAsked(ctx context.Context, voucher, day, to string, cents int64) error {
	if err := pay(to, cents); err != nil {
		return err
	}
	var last string
	if err := t.pool.QueryRow(ctx, `SELECT max(voucher) FROM processed_vouchers WHERE day = $1`, day).Scan(&last); err != nil {
		return err
	}
	_, err := t.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1)`, voucher) // want `error/proved: transfer.New comes before the record`
	return err
}

// ProcessedVoucher is kept once a voucher.
type ProcessedVoucher struct {
	Voucher string `gorm:"primaryKey"`
}

// LateBalance adds through a builder.
func (t *Till) LateBalance(ctx context.Context, voucher, account string, cents int64) error {
	if err := t.db.Model(&Account{}).Where("id = ?", account).Update("cents", gorm.Expr("cents + ?", cents)).Error; err != nil {
		return err
	}
	return t.db.Create(&ProcessedVoucher{Voucher: voucher}).Error // want `error/proved: UPDATE accounts comes before the record`
}

// LateRequest sends a request that is given the voucher.
func (t *Till) LateRequest(ctx context.Context, voucher string) error {
	resp, err := http.Post("https://bank.example/pay/"+voucher, "text/plain", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = t.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1)`, voucher) // want `HTTP POST comes before the record`
	return err
}

// once claims, runs what it is given, and gives the key back if it fails itself.
func (t *Till) once(ctx context.Context, voucher string, act func()) (err error) {
	tag, err := t.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	defer func() {
		if err != nil {
			t.pool.Exec(ctx, `DELETE FROM used_vouchers WHERE voucher = $1`, voucher) // want `error/proved: the claim is deleted after any error of transfer.New`
		}
	}()
	act()
	return ctx.Err()
}

// RedeemOnce hands the payment to the helper.
func (t *Till) RedeemOnce(ctx context.Context, voucher, to string, cents int64) error {
	return t.once(ctx, voucher, func() { _ = pay(to, cents) })
}

func (t *Till) release(ctx context.Context, voucher string) {
	t.pool.Exec(ctx, `DELETE FROM used_vouchers WHERE voucher = $1`, voucher)
}

// RedeemHelper releases through a helper.
func (t *Till) RedeemHelper(ctx context.Context, voucher, to string, cents int64) error {
	tag, err := t.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if err := pay(to, cents); err != nil {
		t.release(ctx, voucher) // want `error/proved: the claim is deleted after any error of transfer.New`
		return err
	}
	return nil
}

// RedeemBank pays through an interface of which there is nothing but names: a warning.
func (t *Till) RedeemBank(ctx context.Context, b bank.Client, voucher, to string) error {
	tag, err := t.pool.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if err := b.SendTransfer(ctx, &bank.Transfer{To: to}); err != nil {
		t.release(ctx, voucher) // want `warning/likely: the claim is deleted after any error of Client.SendTransfer`
		return err
	}
	return nil
}

// LateClaim passes over a record that is there, when it is too late.
func (t *Till) LateClaim(ctx context.Context, voucher, to string, cents int64) error {
	if err := pay(to, cents); err != nil {
		return err
	}
	_, err := t.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher) // want `error/proved: transfer.New comes before the record`
	return err
}

// LateBetween heeds the answer neither before nor after.
func (t *Till) LateBetween(ctx context.Context, voucher, to string, cents int64) error {
	if err := pay(to, cents); err != nil {
		return err
	}
	if _, err := t.pool.Exec(ctx, `INSERT INTO processed_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher); err != nil { // want `error/proved: transfer.New comes before the record`
		return err
	}
	return pay(to, cents)
}

// LateRedis records in redis when it is too late.
func (t *Till) LateRedis(ctx context.Context, voucher, to string, cents int64) error {
	if err := pay(to, cents); err != nil {
		return err
	}
	return t.rdb.SetNX(ctx, "paid:"+voucher, "1", 0).Err() // want `transfer.New comes before the record`
}
