package noinprogress

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Garage takes payments for parking.
type Garage struct {
	pool *pgxpool.Pool
	db   *gorm.DB
	rdb  *redis.Client
	keys sync.Map
}

func charge(cents int64) error {
	_, err := paymentintent.New(&stripe.PaymentIntentParams{Amount: &cents})
	return err
}

func chargeKeyed(key string, cents int64) error {
	p := &stripe.PaymentIntentParams{Amount: &cents}
	p.SetIdempotencyKey(key)
	_, err := paymentintent.New(p)
	return err
}

// example:begin

// StayState is how a stay was paid: either way it is over.
type StayState string

const (
	StayPaid   StayState = "paid"
	StayFailed StayState = "failed"
)

// Pay says that the stay is paid before it is.
func (g *Garage) Pay(ctx context.Context, stay string, cents int64) error {
	tag, err := g.pool.Exec(ctx, `INSERT INTO stay_claims (stay, state) VALUES ($1, $2) ON CONFLICT DO NOTHING`, stay, StayPaid) // want `warning/proved: the record says "paid", and StayState has no value for work in progress before paymentintent.New has run: a second run meanwhile cannot be told to wait .*claims the key \(INSERT\) > performs paymentintent.New > .*help: insert the claim as in progress`
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return charge(cents)
}

// example:end

// PayLiteral says it in the text.
func (g *Garage) PayLiteral(ctx context.Context, stay string, cents int64) error {
	tag, err := g.pool.Exec(ctx, `INSERT INTO stay_claims (stay, status) VALUES ($1, 'completed') ON CONFLICT DO NOTHING`, stay) // want `warning/proved: the record says "completed" before paymentintent.New has run`
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return charge(cents)
}

// PayFlag says it by a flag.
func (g *Garage) PayFlag(ctx context.Context, stay string, cents int64) error {
	tag, err := g.pool.Exec(ctx, `INSERT INTO stay_claims (stay, processed) VALUES ($1, true) ON CONFLICT DO NOTHING`, stay) // want `warning/proved: the record says "processed" before paymentintent.New has run`
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return charge(cents)
}

// Stage is a number: its names tell.
type Stage int

const (
	StageSettled Stage = iota + 1
	StageRefused
)

// StayClaim is written once a stay.
type StayClaim struct {
	Stay  string `gorm:"primaryKey"`
	Stage Stage
}

// PayModel says it by a number in a struct, under a key that the provider recognises.
func (g *Garage) PayModel(ctx context.Context, stay string, cents int64) error {
	res := g.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&StayClaim{Stay: stay, Stage: StageSettled}) // want `warning/proved: the record says "StageSettled", and Stage has no value for work in progress`
	if res.Error != nil || res.RowsAffected == 0 {
		return res.Error
	}
	return chargeKeyed("stay:v1:"+stay, cents)
}

// PayRedis sets the key to a word that the loser reads.
func (g *Garage) PayRedis(ctx context.Context, stay string, cents int64) (string, error) {
	ok, err := g.rdb.SetNX(ctx, "stay:v1:"+stay, StayPaid, 0).Result() // want `warning/proved: the record says "paid"`
	if err != nil {
		return "", err
	}
	if !ok {
		return g.rdb.Get(ctx, "stay:v1:"+stay).Result()
	}
	return "paid", charge(cents)
}

// Once looks the key up, charges under it, and writes it down only then.
func (g *Garage) Once(ctx context.Context, idempotencyKey string, cents int64) error {
	var n int
	if err := g.pool.QueryRow(ctx, `SELECT count(*) FROM payments_made WHERE idempotency_key = $1`, idempotencyKey).Scan(&n); err != nil || n > 0 {
		return err
	}
	if err := chargeKeyed(idempotencyKey, cents); err != nil {
		return err
	}
	_, err := g.pool.Exec(ctx, `INSERT INTO payments_made (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING`, idempotencyKey) // want `warning/proved: the key is recorded only when paymentintent.New has run: a second run meanwhile finds nothing and begins the same work .*asks whether the key is there .*performs paymentintent.New > .*records it \(INSERT\) > help: insert the key as in progress before the work`
	return err
}

const ddl = `CREATE TABLE idempotency_records (key TEXT PRIMARY KEY, body BYTEA)`

// Record is what is stored beside a key.
type Record struct{ Body []byte }

func (g *Garage) find(ctx context.Context, key string) (*Record, error) {
	var r Record
	err := g.pool.QueryRow(ctx, `SELECT body FROM idempotency_records WHERE key = $1`, key).Scan(&r.Body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &r, err
}

func (g *Garage) save(ctx context.Context, key string, body []byte) error {
	_, err := g.pool.Exec(ctx, `INSERT INTO idempotency_records (key, body) VALUES ($1, $2)`, key, body)
	return err
}

// Middleware looks the key up, runs the handler, and stores the answer.
func (g *Garage) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		rec, err := g.find(r.Context(), key)
		if err != nil {
			http.Error(w, "store", http.StatusInternalServerError)
			return
		}
		if rec != nil {
			w.Write(rec.Body)
			return
		}
		next.ServeHTTP(w, r)
		g.save(r.Context(), key, nil) // want `warning/proved: the key is recorded only when the handler has run`
	})
}

// Gin does the same for another framework, in redis.
func (g *Garage) Gin(c *gin.Context, ctx context.Context) {
	key := "answer:" + c.GetHeader("Idempotency-Key")
	if body, err := g.rdb.Get(ctx, key).Result(); err == nil {
		c.Data(200, "application/json", []byte(body))
		c.Abort()
		return
	}
	c.Next()
	g.rdb.Set(ctx, key, "body", 0) // want `warning/proved: the key is recorded only when the handler has run`
}

// Handler runs a handler that is a function.
func (g *Garage) Handler(next func(http.ResponseWriter, *http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if body, err := g.rdb.Get(r.Context(), "answer:"+key).Result(); err == nil {
			w.Write([]byte(body))
			return
		}
		next(w, r)
		g.rdb.Set(r.Context(), "answer:"+key, "body", 0) // want `warning/proved: the key is recorded only when the handler has run`
	}
}

// Message looks the id of a message up in a table that says what it is for.
func (g *Garage) Message(ctx context.Context, messageID string, cents int64) error {
	var n int
	if err := g.pool.QueryRow(ctx, `SELECT count(*) FROM processed_messages WHERE message_id = $1`, messageID).Scan(&n); err != nil || n > 0 {
		return err
	}
	if err := chargeKeyed("message:v1:"+messageID, cents); err != nil {
		return err
	}
	_, err := g.pool.Exec(ctx, `INSERT INTO processed_messages (message_id) VALUES ($1) ON CONFLICT DO NOTHING`, messageID) // want `warning/proved: the key is recorded only when paymentintent.New has run`
	return err
}

// OnceDone says so in a state that has nothing before it.
func (g *Garage) OnceDone(ctx context.Context, idempotencyKey string, cents int64) error {
	var n int
	if err := g.pool.QueryRow(ctx, `SELECT count(*) FROM payments_made WHERE idempotency_key = $1`, idempotencyKey).Scan(&n); err != nil || n > 0 {
		return err
	}
	if _, err := g.pool.Exec(ctx, `UPDATE takings SET cents = cents + $1`, cents); err != nil {
		return err
	}
	if err := chargeKeyed(idempotencyKey, cents); err != nil {
		return err
	}
	_, err := g.pool.Exec(ctx, `INSERT INTO payments_made (idempotency_key, state) VALUES ($1, 'done') ON CONFLICT DO NOTHING`, idempotencyKey) // want `warning/proved: the key is recorded only when paymentintent.New has run`
	return err
}

// OnceUpsert overwrites what another run may have written meanwhile.
func (g *Garage) OnceUpsert(ctx context.Context, idempotencyKey string, cents int64) error {
	var n int
	if err := g.pool.QueryRow(ctx, `SELECT count(*) FROM payments_made WHERE idempotency_key = $1`, idempotencyKey).Scan(&n); err != nil || n > 0 {
		return err
	}
	if err := chargeKeyed(idempotencyKey, cents); err != nil {
		return err
	}
	_, err := g.pool.Exec(ctx, `INSERT INTO payments_made (idempotency_key, n) VALUES ($1, 1) ON CONFLICT (idempotency_key) DO UPDATE SET n = 1`, idempotencyKey) // want `warning/proved: the key is recorded only when`
	return err
}

// OnceViolation tells a conflict apart when the work is done.
func (g *Garage) OnceViolation(ctx context.Context, idempotencyKey string, cents int64) error {
	var n int
	if err := g.pool.QueryRow(ctx, `SELECT count(*) FROM payments_made WHERE idempotency_key = $1`, idempotencyKey).Scan(&n); err != nil || n > 0 {
		return err
	}
	if err := chargeKeyed(idempotencyKey, cents); err != nil {
		return err
	}
	_, err := g.pool.Exec(ctx, `INSERT INTO payments_made (idempotency_key) VALUES ($1)`, idempotencyKey) // want `warning/proved: the key is recorded only when`
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return nil
	}
	return err
}
