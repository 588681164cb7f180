package checkthenact

import (
	"context"
	"errors"
	"strings"
	"sync"

	"checkthenact/ledger"
	"checkthenact/locks"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Counter does the same things in their accepted forms.
type Counter struct {
	book  *ledger.Ledger
	pool  *pgxpool.Pool
	rdb   *redis.Client
	db    *gorm.DB
	ddb   *dynamodb.Client
	locks *locks.Locker
	mu    sync.Mutex
	done  map[string]bool
}

// example:begin

// Collect: the look-up is the fast path before a claim.
func (c *Counter) Collect(ctx context.Context, invoiceID string, cents int64) error {
	if done, err := c.book.Collected(ctx, invoiceID); err != nil || done {
		return err
	}
	first, err := c.book.Claim(ctx, invoiceID)
	if err != nil || !first {
		return err
	}
	return charge(cents)
}

// example:end

// Tell: SETNX asks and sets at once.
func (c *Counter) Tell(ctx context.Context, invoiceID string, cents int64) error {
	key := "told:v2:" + invoiceID
	if c.rdb.Exists(ctx, key).Val() > 0 {
		return nil
	}
	if ok, err := c.rdb.SetNX(ctx, key, "1", 0).Result(); err != nil || !ok {
		return err
	}
	return charge(cents)
}

// Ring: SADD says how many were new.
func (c *Counter) Ring(ctx context.Context, id string, cents int64) error {
	if ok, err := c.rdb.SIsMember(ctx, "rung", id).Result(); err != nil || ok {
		return err
	}
	if n, err := c.rdb.SAdd(ctx, "rung", id).Result(); err != nil || n == 0 {
		return err
	}
	return charge(cents)
}

// Keyed: the provider recognises the repetition by a key derived from the invoice.
func (c *Counter) Keyed(ctx context.Context, invoiceID string, cents int64) error {
	if done, err := c.book.Collected(ctx, invoiceID); err != nil || done {
		return err
	}
	p := &stripe.PaymentIntentParams{Amount: &cents}
	p.SetIdempotencyKey("collect:v1:" + invoiceID)
	if _, err := paymentintent.New(p); err != nil {
		return err
	}
	return c.book.Note(ctx, invoiceID)
}

// Register: the unique violation means "already there".
func (c *Counter) Register(ctx context.Context, key string) error {
	var n int
	if err := c.pool.QueryRow(ctx, "SELECT count(*) FROM dedup_ships WHERE imo = $1", key).Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := c.pool.Exec(ctx, "INSERT INTO dedup_ships (imo) VALUES ($1)", key)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return nil
	}
	return err
}

func isDuplicate(err error) bool { return err != nil && strings.Contains(err.Error(), "duplicate key") }

// Enrol: the violation is told apart in a helper.
func (c *Counter) Enrol(ctx context.Context, key string) error {
	var n int
	if err := c.pool.QueryRow(ctx, "SELECT count(*) FROM dedup_pupils WHERE name = $1", key).Scan(&n); err != nil || n > 0 {
		return err
	}
	if _, err := c.pool.Exec(ctx, "INSERT INTO dedup_pupils (name) VALUES ($1)", key); err != nil {
		if isDuplicate(err) {
			return nil
		}
		return err
	}
	return nil
}

// State is unique by key.
type State struct {
	ID       uint
	DedupKey string
}

// GetOrCreate: who loses the race reads the winner's row.
func (c *Counter) GetOrCreate(ctx context.Context, key string) (*State, error) {
	var s State
	err := c.db.Where("dedup_key = ?", key).First(&s).Error
	if err == nil || !errors.Is(err, gorm.ErrRecordNotFound) {
		return &s, err
	}
	s = State{DedupKey: key}
	if err := c.db.Create(&s).Error; err != nil {
		var again State
		if c.db.Where("dedup_key = ?", key).First(&again).Error == nil {
			return &again, nil
		}
		return nil, err
	}
	return &s, nil
}

// Pass is unique by key, and the tag says so.
type Pass struct {
	ID       uint
	DedupKey string `gorm:"uniqueIndex"`
}

// Issue: a unique index stands behind, the error is returned, and nothing happened before it.
func (c *Counter) Issue(ctx context.Context, key string) error {
	var p Pass
	if c.db.Where("dedup_key = ?", key).Limit(1).Find(&p); p.ID != 0 {
		return errors.New("pass exists")
	}
	return c.db.Create(&Pass{DedupKey: key}).Error
}

// Once: the insert does not fail on a conflict and its count is read.
func (c *Counter) Once(ctx context.Context, key string, cents int64) error {
	var p Slip
	if c.db.Where("dedup_key = ?", key).Limit(1).Find(&p).RowsAffected > 0 {
		return nil
	}
	res := c.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&Slip{DedupKey: key})
	if res.Error != nil || res.RowsAffected == 0 {
		return res.Error
	}
	return charge(cents)
}

// AddUser: no name says that the table recognises repetitions, no effect comes in between, and no schema is in view.
func (c *Counter) AddUser(ctx context.Context, email string) error {
	var n int
	if err := c.pool.QueryRow(ctx, "SELECT count(*) FROM users WHERE email = $1", email).Scan(&n); err != nil {
		return err
	}
	if n > 0 {
		return errors.New("user exists")
	}
	_, err := c.pool.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", email)
	return err
}

// AddLine looks up the parent and inserts a child: the insert lies on the found side.
func (c *Counter) AddLine(ctx context.Context, orderID, item string, cents int64) error {
	var open bool
	if err := c.pool.QueryRow(ctx, "SELECT open FROM inbox_orders WHERE id = $1", orderID).Scan(&open); err != nil {
		return err
	}
	if err := charge(cents); err != nil {
		return err
	}
	_, err := c.pool.Exec(ctx, "INSERT INTO inbox_orders (id, item) VALUES ($1, $2)", orderID, item)
	return err
}

// Renew acts on what was found.
func (c *Counter) Renew(ctx context.Context, invoiceID string, cents int64) error {
	done, err := c.book.Collected(ctx, invoiceID)
	if err != nil || !done {
		return err
	}
	if err := charge(cents); err != nil {
		return err
	}
	return c.book.Note(ctx, invoiceID)
}

// Locked: the row is locked before both.
func (c *Counter) Locked(ctx context.Context, invoiceID string, cents int64) error {
	return pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error {
		var limit int
		if err := tx.QueryRow(ctx, "SELECT credit FROM customers WHERE id = $1 FOR UPDATE", invoiceID).Scan(&limit); err != nil {
			return err
		}
		return c.inside(ctx, tx, invoiceID, cents)
	})
}

// inside is only called under the lock.
func (c *Counter) inside(ctx context.Context, tx pgx.Tx, invoiceID string, cents int64) error {
	var n int
	if err := tx.QueryRow(ctx, "SELECT count(*) FROM locked_invoices WHERE invoice_id = $1", invoiceID).Scan(&n); err != nil || n > 0 {
		return err
	}
	if err := charge(cents); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "INSERT INTO locked_invoices (invoice_id) VALUES ($1)", invoiceID)
	return err
}

// Advised: an advisory lock is taken first.
func (c *Counter) Advised(ctx context.Context, id int64, cents int64) error {
	tx, err := c.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", id); err != nil {
		return err
	}
	var n int
	if err := tx.QueryRow(ctx, "SELECT count(*) FROM advised WHERE id = $1", id).Scan(&n); err != nil || n > 0 {
		return err
	}
	if err := charge(cents); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "INSERT INTO advised (id) VALUES ($1)", id); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// Serial: a serializable transaction lets one of two win.
func (c *Counter) Serial(ctx context.Context, id string, cents int64) error {
	tx, err := c.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.Serializable})
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	var n int
	if err := tx.QueryRow(ctx, "SELECT count(*) FROM serial WHERE id = $1", id).Scan(&n); err != nil || n > 0 {
		return err
	}
	if err := charge(cents); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "INSERT INTO serial (id) VALUES ($1)", id); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// UnderLock: a helper of another package holds a distributed lock around the closure.
func (c *Counter) UnderLock(ctx context.Context, id string, cents int64) error {
	return c.locks.With(ctx, id, func() error {
		if done, err := c.book.Collected(ctx, id); err != nil || done {
			return err
		}
		if err := charge(cents); err != nil {
			return err
		}
		return c.book.Note(ctx, id)
	})
}

// Admit: the put is conditional.
func (c *Counter) Admit(ctx context.Context, dedupKey string, cents int64) error {
	id := map[string]types.AttributeValue{"dedup_key": &types.AttributeValueMemberS{Value: dedupKey}}
	out, err := c.ddb.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("tickets"), Key: id})
	if err != nil || len(out.Item) > 0 {
		return err
	}
	_, err = c.ddb.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("tickets"), Item: id, ConditionExpression: aws.String("attribute_not_exists(dedup_key)")})
	var taken *types.ConditionalCheckFailedException
	if errors.As(err, &taken) {
		return nil
	}
	if err != nil {
		return err
	}
	return charge(cents)
}

// Rate is a value that is costly to find and the same for everybody: a cache.
func (c *Counter) Rate(ctx context.Context, currency string, load func(string) (string, error)) (string, error) {
	if v, err := c.rdb.Get(ctx, "rate:"+currency).Result(); err == nil {
		return v, nil
	}
	v, err := load(currency)
	if err != nil {
		return "", err
	}
	return v, c.rdb.Set(ctx, "rate:"+currency, v, 0).Err()
}

var parsed sync.Map

// Parse keeps what it has parsed in this process.
func Parse(text string, parse func(string) any) any {
	if v, ok := parsed.Load(text); ok {
		return v
	}
	v := parse(text)
	parsed.Store(text, v)
	return v
}

// Local: the map and what it guards live in this process, under its mutex.
func (c *Counter) Local(id string, cents int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.done[id]; ok {
		return nil
	}
	c.done[id] = true
	return charge(cents)
}

// Batch sorts out doubles of one batch: the map lives as long as the call.
func (c *Counter) Batch(ids []string, cents int64) error {
	seen := map[string]bool{}
	for _, id := range ids {
		if _, ok := seen[id]; ok {
			continue
		}
		seen[id] = true
		if err := charge(cents); err != nil {
			return err
		}
	}
	return nil
}

// Seed fills an empty table: there is no key.
func (c *Counter) Seed(ctx context.Context, name string) error {
	var n int
	if err := c.pool.QueryRow(ctx, "SELECT count(*) FROM processed_kinds").Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := c.pool.Exec(ctx, "INSERT INTO processed_kinds (name) VALUES ($1)", name)
	return err
}

// Cards are looked up by names alone as well, and what is handed to the provider is keyed.
type Cards interface {
	GetCard(ctx context.Context, id string) (*Pass, error)
	CreateCard(ctx context.Context, id string) error
}

// Card is a get-or-create with no effect and no name that says it recognises repetitions.
func Card(ctx context.Context, cards Cards, id string) error {
	p, err := cards.GetCard(ctx, id)
	if err != nil || p != nil {
		return err
	}
	return cards.CreateCard(ctx, id)
}

// onceClaimed claims before it runs what it is given.
func (c *Counter) onceClaimed(ctx context.Context, id string, act func() error) error {
	if done, err := c.book.Collected(ctx, id); err != nil || done {
		return err
	}
	if first, err := c.book.Claim(ctx, id); err != nil || !first {
		return err
	}
	return act()
}

// CollectOnce hands the charge to a helper that claims.
func (c *Counter) CollectOnce(ctx context.Context, id string, cents int64) error {
	return c.onceClaimed(ctx, id, func() error { return charge(cents) })
}

// FindPass: a unique index stands behind the two statements.
func (c *Counter) FindPass(key string) (p Pass, err error) {
	err = c.db.Where("dedup_key = ?", key).FirstOrCreate(&p).Error
	return p, err
}

var entered sync.Map

// Enter remembers in this process what the database has accepted.
func (c *Counter) Enter(ctx context.Context, name string) error {
	if _, ok := entered.Load(name); ok {
		return nil
	}
	if _, err := c.pool.Exec(ctx, "INSERT INTO names (name) VALUES ($1)", name); err != nil {
		return err
	}
	entered.Store(name, true)
	return nil
}
