package noinprogress

import (
	"context"
	"log"
	"net/http"
	"sync"

	"github.com/jackc/pgx/v5"
)

// Lot does the same things in their accepted forms.
type Lot struct {
	Garage
	mu sync.Mutex
}

// example:begin

// VisitState has a value for work that goes on.
type VisitState string

const (
	VisitPaying VisitState = "paying"
	VisitPaid   VisitState = "paid"
	VisitFailed VisitState = "failed"
)

// Pay says that the visit is being paid, and how that ended.
func (l *Lot) Pay(ctx context.Context, visit string, cents int64) error {
	tag, err := l.pool.Exec(ctx, `INSERT INTO visit_claims (visit, state) VALUES ($1, $2) ON CONFLICT DO NOTHING`, visit, VisitPaying)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if err := charge(cents); err != nil {
		return err
	}
	_, err = l.pool.Exec(ctx, `UPDATE visit_claims SET state = $2 WHERE visit = $1`, visit, VisitPaid)
	return err
}

// example:end

// Paid writes a state of a type that knows of work in progress.
func (l *Lot) Paid(ctx context.Context, visit string, cents int64) error {
	tag, err := l.pool.Exec(ctx, `INSERT INTO visit_claims (visit, state) VALUES ($1, $2) ON CONFLICT DO NOTHING`, visit, VisitPaid)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return charge(cents)
}

// Unpaid says that nothing has been done.
func (l *Lot) Unpaid(ctx context.Context, visit string, cents int64) error {
	tag, err := l.pool.Exec(ctx, `INSERT INTO visit_claims (visit, status) VALUES ($1, 'not paid') ON CONFLICT DO NOTHING`, visit)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return charge(cents)
}

// Locally adds in the transaction of the claim: nobody sees it before it is done.
func (l *Lot) Locally(ctx context.Context, visit string, cents int64) error {
	return pgx.BeginFunc(ctx, l.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `INSERT INTO visit_claims (visit, state) VALUES ($1, 'done') ON CONFLICT DO NOTHING`, visit)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE takings SET cents = cents + $1`, cents)
		return err
	})
}

// History is written after the payment.
func (l *Lot) History(ctx context.Context, visit string, cents int64) error {
	if err := charge(cents); err != nil {
		return err
	}
	_, err := l.pool.Exec(ctx, `INSERT INTO visit_claims (visit, state) VALUES ($1, 'done') ON CONFLICT DO NOTHING`, visit)
	return err
}

// Loser pays back who came too late.
func (l *Lot) Loser(ctx context.Context, visit string, cents int64) error {
	tag, err := l.pool.Exec(ctx, `INSERT INTO visit_claims (visit, state) VALUES ($1, 'done') ON CONFLICT DO NOTHING`, visit)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return charge(-cents)
	}
	return nil
}

// Log is no claim: the row is new each time.
func (l *Lot) Log(ctx context.Context, visit string, cents int64) error {
	if _, err := l.pool.Exec(ctx, `INSERT INTO visit_log (visit, state) VALUES ($1, 'done')`, visit); err != nil {
		return err
	}
	return charge(cents)
}

// Word sets the key to a word that nobody reads.
func (l *Lot) Word(ctx context.Context, visit string, cents int64) error {
	ok, err := l.rdb.SetNX(ctx, "visit:v1:"+visit, StayPaid, 0).Result()
	if err != nil || !ok {
		return err
	}
	return charge(cents)
}

// Held takes a key for a while.
func (l *Lot) Held(ctx context.Context, visit string, cents int64) (string, error) {
	key := "visit:v2:" + visit
	ok, err := l.rdb.SetNX(ctx, key, StayPaid, 0).Result()
	if err != nil {
		return "", err
	}
	if !ok {
		return l.rdb.Get(ctx, key).Result()
	}
	defer l.rdb.Del(ctx, key)
	return "", charge(cents)
}

// Once inserts the key before it charges.
func (l *Lot) Once(ctx context.Context, idempotencyKey string, cents int64) error {
	var n int
	if err := l.pool.QueryRow(ctx, `SELECT count(*) FROM visits_paid WHERE idempotency_key = $1`, idempotencyKey).Scan(&n); err != nil || n > 0 {
		return err
	}
	if _, err := l.pool.Exec(ctx, `INSERT INTO visits_paid (idempotency_key) VALUES ($1)`, idempotencyKey); err != nil {
		return err
	}
	return chargeKeyed(idempotencyKey, cents)
}

// Natural looks up a visit, which no caller has brought to be recognised by.
func (l *Lot) Natural(ctx context.Context, visit string, cents int64) error {
	var n int
	if err := l.pool.QueryRow(ctx, `SELECT count(*) FROM visits WHERE visit = $1`, visit).Scan(&n); err != nil || n > 0 {
		return err
	}
	if err := chargeKeyed("visit:v1:"+visit, cents); err != nil {
		return err
	}
	_, err := l.pool.Exec(ctx, `INSERT INTO visits (visit) VALUES ($1) ON CONFLICT DO NOTHING`, visit)
	return err
}

// Begun inserts the key as begun, whatever comes before.
func (l *Lot) Begun(ctx context.Context, idempotencyKey string, cents int64) error {
	var n int
	if err := l.pool.QueryRow(ctx, `SELECT count(*) FROM visits_paid WHERE idempotency_key = $1`, idempotencyKey).Scan(&n); err != nil || n > 0 {
		return err
	}
	if err := chargeKeyed(idempotencyKey, cents); err != nil {
		return err
	}
	_, err := l.pool.Exec(ctx, `INSERT INTO visits_paid (idempotency_key, state) VALUES ($1, 'confirming') ON CONFLICT DO NOTHING`, idempotencyKey)
	return err
}

// Claimed claims before it charges, and writes the row afterwards.
func (l *Lot) Claimed(ctx context.Context, idempotencyKey string, cents int64) error {
	var n int
	if err := l.pool.QueryRow(ctx, `SELECT count(*) FROM visits_paid WHERE idempotency_key = $1`, idempotencyKey).Scan(&n); err != nil || n > 0 {
		return err
	}
	if ok, err := l.rdb.SetNX(ctx, "begun:"+idempotencyKey, "1", 0).Result(); err != nil || !ok {
		return err
	}
	if err := chargeKeyed(idempotencyKey, cents); err != nil {
		return err
	}
	_, err := l.pool.Exec(ctx, `INSERT INTO visits_paid (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING`, idempotencyKey)
	return err
}

// Middleware holds a lock around the three.
func (l *Lot) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		l.mu.Lock()
		defer l.mu.Unlock()
		if body, err := l.rdb.Get(r.Context(), "answer:"+key).Result(); err == nil {
			w.Write([]byte(body))
			return
		}
		next.ServeHTTP(w, r)
		l.rdb.Set(r.Context(), "answer:"+key, "body", 0)
	})
}

// Cache runs nothing but what makes the value.
func (l *Lot) Cache(w http.ResponseWriter, r *http.Request, load func(string) string) {
	key := r.Header.Get("Idempotency-Key")
	if body, err := l.rdb.Get(r.Context(), "answer:"+key).Result(); err == nil {
		w.Write([]byte(body))
		return
	}
	l.rdb.Set(r.Context(), "answer:"+key, load(key), 0)
}

// Unkeyed charges without a key that the provider recognises: that is checkthenact.
func (l *Lot) Unkeyed(ctx context.Context, idempotencyKey string, cents int64) error {
	var n int
	if err := l.pool.QueryRow(ctx, `SELECT count(*) FROM visits_paid WHERE idempotency_key = $1`, idempotencyKey).Scan(&n); err != nil || n > 0 {
		return err
	}
	if err := charge(cents); err != nil {
		return err
	}
	_, err := l.pool.Exec(ctx, `INSERT INTO visits_paid (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING`, idempotencyKey)
	return err
}

// Doubtful inserts a second row of the same key, or may: that is checkthenact too.
func (l *Lot) Doubtful(ctx context.Context, idempotencyKey string, cents int64) error {
	var n int
	if err := l.pool.QueryRow(ctx, `SELECT count(*) FROM visits_paid WHERE idempotency_key = $1`, idempotencyKey).Scan(&n); err != nil || n > 0 {
		return err
	}
	if err := chargeKeyed(idempotencyKey, cents); err != nil {
		return err
	}
	_, err := l.pool.Exec(ctx, `INSERT INTO visits_paid (idempotency_key) VALUES ($1)`, idempotencyKey)
	return err
}

// Moved moves the visit on from the state that it was in.
func (l *Lot) Moved(ctx context.Context, visit string, cents int64) error {
	tag, err := l.pool.Exec(ctx, `UPDATE visits SET state = 'paid' WHERE visit = $1 AND state = 'open'`, visit)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return charge(cents)
}

// WordBefore reads the word before it sets it, and who loses reads nothing.
func (l *Lot) WordBefore(ctx context.Context, visit string, cents int64) error {
	key := "visit:v3:" + visit
	log.Println(l.rdb.Get(ctx, "colour:"+visit).Val())
	ok, err := l.rdb.SetNX(ctx, key, StayPaid, 0).Result()
	if err != nil || !ok {
		return err
	}
	return charge(cents)
}

// WordOther: who loses reads another store.
func (l *Lot) WordOther(ctx context.Context, visit string, cents int64) (n int, err error) {
	ok, err := l.rdb.SetNX(ctx, "visit:v4:"+visit, StayPaid, 0).Result()
	if err != nil {
		return 0, err
	}
	if !ok {
		err := l.pool.QueryRow(ctx, `SELECT n FROM visits WHERE visit = $1`, visit).Scan(&n)
		return n, err
	}
	return 1, charge(cents)
}

// WordCount: who loses is counted.
func (l *Lot) WordCount(ctx context.Context, visit string, cents int64) error {
	ok, err := l.rdb.SetNX(ctx, "visit:v5:"+visit, StayPaid, 0).Result()
	if err != nil {
		return err
	}
	if !ok {
		return l.rdb.Set(ctx, "late:"+visit, "1", 0).Err()
	}
	return charge(cents)
}

// Earlier charges before it looks.
func (l *Lot) Earlier(ctx context.Context, idempotencyKey string, cents int64) error {
	if err := chargeKeyed(idempotencyKey, cents); err != nil {
		return err
	}
	var n int
	if err := l.pool.QueryRow(ctx, `SELECT count(*) FROM visits_paid WHERE idempotency_key = $1`, idempotencyKey).Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := l.pool.Exec(ctx, `INSERT INTO visits_paid (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING`, idempotencyKey)
	return err
}

// Parallel records what costs nothing, and charges the rest.
func (l *Lot) Parallel(ctx context.Context, idempotencyKey string, cents int64) error {
	var n int
	if err := l.pool.QueryRow(ctx, `SELECT count(*) FROM visits_paid WHERE idempotency_key = $1`, idempotencyKey).Scan(&n); err != nil || n > 0 {
		return err
	}
	if cents == 0 {
		_, err := l.pool.Exec(ctx, `INSERT INTO visits_paid (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING`, idempotencyKey)
		return err
	}
	return chargeKeyed(idempotencyKey, cents)
}

// First stores before it runs the handler.
func (l *Lot) First(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if body, err := l.rdb.Get(r.Context(), "answer:"+key).Result(); err == nil {
			w.Write([]byte(body))
			return
		}
		l.rdb.Set(r.Context(), "answer:"+key, "begun", 0)
		next.ServeHTTP(w, r)
	})
}

// Always runs the handler whatever is stored.
func (l *Lot) Always(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		_, err := l.rdb.Get(r.Context(), "seen:"+key).Result()
		if err == nil {
			log.Println("again")
		}
		next.ServeHTTP(w, r)
		if err != nil {
			l.rdb.Set(r.Context(), "seen:"+key, "1", 0)
		}
	})
}
