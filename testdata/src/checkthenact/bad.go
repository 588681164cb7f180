package checkthenact

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"checkthenact/ledger"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/uptrace/bun"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"gorm.io/gorm"
)

// Desk collects invoices and keeps a record of those collected.
type Desk struct {
	book    *ledger.Ledger
	pool    *pgxpool.Pool
	rdb     *redis.Client
	db      *gorm.DB
	ddb     *dynamodb.Client
	seen    *mongo.Collection
	running sync.Map
}

func charge(cents int64) error {
	_, err := paymentintent.New(&stripe.PaymentIntentParams{Amount: &cents})
	return err
}

// example:begin

// Collect asks, charges, and records: two clicks at once charge twice.
func (d *Desk) Collect(ctx context.Context, invoiceID string, cents int64) error {
	done, err := d.book.Collected(ctx, invoiceID)
	if err != nil || done {
		return err
	}
	if err := charge(cents); err != nil { // want `error/proved: paymentintent.New runs when a look-up found nothing, .*: nothing claims the key before it .*asks whether collected_invoices has the key \(SELECT\) > SELECT collected_invoices at ledger.go:18 > performs paymentintent.New > .* > records it \(INSERT\) > INSERT collected_invoices at ledger.go:49 > help: claim in one step`
		return err
	}
	return d.book.Note(ctx, invoiceID)
}

// example:end

// CollectOpen asks a helper whose answer has the opposite sign.
func (d *Desk) CollectOpen(ctx context.Context, invoiceID string, cents int64) error {
	open, err := d.book.Open(ctx, invoiceID)
	if err != nil {
		return err
	}
	if open {
		if err := charge(cents); err != nil { // want `error/proved: paymentintent.New`
			return err
		}
		return d.book.Note(ctx, invoiceID)
	}
	return nil
}

// CollectValid asks a validator that answers by an error.
func (d *Desk) CollectValid(ctx context.Context, invoiceID string, cents int64) error {
	if err := d.book.Validate(ctx, invoiceID); err != nil {
		return err
	}
	if err := charge(cents); err != nil { // want `error/proved: paymentintent.New`
		return err
	}
	return d.book.Note(ctx, invoiceID)
}

// Tell asks redis and sets the key afterwards.
func (d *Desk) Tell(ctx context.Context, invoiceID string, cents int64) error {
	key := "told:v1:" + invoiceID
	n, err := d.rdb.Exists(ctx, key).Result()
	if err != nil || n > 0 {
		return err
	}
	if err := d.rdb.Set(ctx, key, "1", 0).Err(); err != nil { // want `error/proved: paymentintent.New .* the key is set without asking whether another run has set it meanwhile .* help: claim in one step, with SETNX`
		return err
	}
	return charge(cents)
}

// Seat gives a seat to whoever asks first, or so it hopes.
func (d *Desk) Seat(ctx context.Context, seat, guest string) error {
	if n := d.rdb.Exists(ctx, "seat:"+seat).Val(); n == 1 {
		return errors.New("seat is taken")
	}
	return d.rdb.Set(ctx, "seat:"+seat, guest, 0).Err() // want `warning/proved: the key is looked up and then inserted`
}

// Form has a key that should recognise repetitions, and no unique index.
type Form struct {
	ID             uint
	IdempotencyKey string `gorm:"size:64"`
	Cents          int64
}

// File finds or creates a form; where its table comes from is not in view.
func (d *Desk) File(ctx context.Context, key string, cents int64) (*Form, error) {
	var f Form
	err := d.db.WithContext(ctx).Where("idempotency_key = ?", key).First(&f).Error
	if err == nil {
		return &f, nil
	}
	if !errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, err
	}
	f = Form{IdempotencyKey: key, Cents: cents}
	if err := d.db.Create(&f).Error; err != nil { // want `warning/proved: .* whether a unique index stands behind the key is not in view`
		return nil, err
	}
	return &f, nil
}

// Slip is migrated here, so that its definition is in view.
type Slip struct {
	ID       uint
	DedupKey string `gorm:"size:64"`
}

// Migrate makes the table.
func (d *Desk) Migrate() error { return d.db.AutoMigrate(&Slip{}) }

// Enter counts and inserts.
func (d *Desk) Enter(ctx context.Context, key string) error {
	var n int64
	if err := d.db.Model(&Slip{}).Where("dedup_key = ?", key).Count(&n).Error; err != nil {
		return err
	}
	if n > 0 {
		return nil
	}
	return d.db.Create(&Slip{DedupKey: key}).Error // want `error/proved: .* the table's definition has no unique index over the key`
}

// Event is unique by its delivery.
type Event struct {
	Delivery string `gorm:"primaryKey"`
	Body     string
}

// Receive logs nothing and minds nothing: who loses the race charges as well.
func (d *Desk) Receive(ctx context.Context, delivery string, cents int64) error {
	var e Event
	if d.db.Where("delivery = ?", delivery).Limit(1).Find(&e).RowsAffected > 0 {
		return nil
	}
	d.db.Create(&Event{Delivery: delivery}) // want `error/proved: paymentintent.New .* a conflict of the insert is ignored and the code goes on`
	return charge(cents)
}

const ddl = `CREATE TABLE processed_calls (call_id TEXT NOT NULL, at TIMESTAMPTZ, PRIMARY KEY (call_id, at))`

// Call inserts into a table whose index is wider than the key.
func (d *Desk) Call(ctx context.Context, callID string) error {
	var at string
	switch err := d.pool.QueryRow(ctx, "SELECT at FROM processed_calls WHERE call_id = $1", callID).Scan(&at); {
	case err == nil:
		return nil
	case !errors.Is(err, pgx.ErrNoRows):
		return err
	}
	_, err := d.pool.Exec(ctx, "INSERT INTO processed_calls (call_id, at) VALUES ($1, now())", callID) // want `error/proved: .* no unique index over the key`
	return err
}

// Admit overwrites what is there.
func (d *Desk) Admit(ctx context.Context, dedupKey string, open func()) error {
	id := map[string]types.AttributeValue{"dedup_key": &types.AttributeValueMemberS{Value: dedupKey}}
	out, err := d.ddb.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("tickets"), Key: id})
	if err != nil || len(out.Item) > 0 {
		return err
	}
	if _, err := d.ddb.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String("tickets"), Item: id}); err != nil { // want `error/proved: .* the record overwrites.* help: put under the condition attribute_not_exists`
		return err
	}
	open()
	return nil
}

// Draw inserts into a collection whose indexes nobody shows.
func (d *Desk) Draw(ctx context.Context, key string) error {
	err := d.seen.FindOne(ctx, bson.D{{Key: "idempotency_key", Value: key}}).Err()
	if !errors.Is(err, mongo.ErrNoDocuments) {
		return err
	}
	_, err = d.seen.InsertOne(ctx, bson.M{"idempotency_key": key, "state": "new"}) // want `warning/proved: .* help: give the key a unique index`
	return err
}

// Run uses the memory of this process to keep a payment from being made twice.
func (d *Desk) Run(invoiceID string, cents int64) error {
	if _, ok := d.running.Load(invoiceID); ok {
		return nil
	}
	d.running.Store(invoiceID, true) // want `error/proved: paymentintent.New .* a map of this process claims nothing for others`
	return charge(cents)
}

// CollectTx inserts in a transaction: at the default isolation two of them do not see each other.
func (d *Desk) CollectTx(ctx context.Context, invoiceID string, cents int64) error {
	return pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
		var n int
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM paid_invoices WHERE invoice_id = $1", invoiceID).Scan(&n); err != nil || n > 0 {
			return err
		}
		if err := charge(cents); err != nil { // want `error/proved: paymentintent.New`
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO paid_invoices (invoice_id) VALUES ($1)", invoiceID)
		return err
	})
}

// CollectAll leaves those out that are there.
func (d *Desk) CollectAll(ctx context.Context, ids []string, cents int64) error {
	for _, id := range ids {
		if done, err := d.book.Collected(ctx, id); err != nil || done {
			continue
		}
		if err := charge(cents); err != nil { // want `error/proved: paymentintent.New`
			return err
		}
		if err := d.book.Note(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (d *Desk) listed(ctx context.Context, id string) bool {
	rows, err := d.pool.Query(ctx, "SELECT id FROM listed WHERE id = $1", id)
	if err != nil {
		return false
	}
	defer rows.Close()
	found := false
	for rows.Next() {
		found = true
	}
	return found
}

// List asks through a loop over rows.
func (d *Desk) List(ctx context.Context, id string, cents int64) error {
	if d.listed(ctx, id) {
		return nil
	}
	if err := charge(cents); err != nil { // want `error/proved: paymentintent.New`
		return err
	}
	_, err := d.pool.Exec(ctx, "INSERT INTO listed (id) VALUES ($1)", id)
	return err
}

// once is meant to do something once and only looks the key up.
func (d *Desk) once(ctx context.Context, id string, act func() error) error {
	done, err := d.book.Collected(ctx, id)
	if err != nil || done {
		return err
	}
	if err := act(); err != nil {
		return err
	}
	return d.book.Note(ctx, id)
}

// CollectOnce hands the charge to the helper.
func (d *Desk) CollectOnce(ctx context.Context, id string, cents int64) error {
	return d.once(ctx, id, func() error { // want `error/proved: paymentintent.New is handed to a helper that runs it when a look-up found nothing`
		return charge(cents)
	})
}

// FindSlip looks and inserts in one call and two statements.
func (d *Desk) FindSlip(key string) (s Slip, err error) {
	err = d.db.Where("dedup_key = ?", key).FirstOrCreate(&s).Error // want `error/proved: FirstOrCreate looks the key up and inserts it in two statements`
	return s, err
}

// Marks is implemented out of view.
type Marks interface {
	IsSent(ctx context.Context, id string) (bool, error)
	MarkSent(ctx context.Context, id string) error
}

// Send asks an interface of which there is nothing but names: a warning at most.
func Send(ctx context.Context, m Marks, id string, cents int64) error {
	sent, err := m.IsSent(ctx, id)
	if err != nil || sent {
		return err
	}
	if err := charge(cents); err != nil { // want `warning/likely: paymentintent.New`
		return err
	}
	return m.MarkSent(ctx, id)
}

// prepared keeps statements in fields.
type prepared struct{ find, insert *sql.Stmt }

func newPrepared(db *sql.DB) (*prepared, error) {
	var p prepared
	var err error
	if p.find, err = db.Prepare("SELECT id FROM tasks WHERE id = ?"); err != nil {
		return nil, err
	}
	p.insert, err = db.Prepare("INSERT INTO tasks (id) VALUES (?)")
	return &p, err
}

// Do runs the statements that a constructor has prepared.
func (p *prepared) Do(ctx context.Context, id string, cents int64) error {
	var got string
	err := p.find.QueryRowContext(ctx, id).Scan(&got)
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if err := charge(cents); err != nil { // want `error/proved: paymentintent.New`
		return err
	}
	_, err = p.insert.ExecContext(ctx, id)
	return err
}

// Row is a bun model.
type Row struct {
	bun.BaseModel `bun:"table:inbox_rows"`
	ID            int64  `bun:",pk"`
	Key           string `bun:"key,notnull"`
}

// Take asks and inserts through a builder.
func Take(ctx context.Context, db *bun.DB, key string) error {
	ok, err := db.NewSelect().Model((*Row)(nil)).Where("key = ?", key).Exists(ctx)
	if err != nil || ok {
		return err
	}
	_, err = db.NewInsert().Model(&Row{Key: key}).Exec(ctx) // want `warning/proved: .*asks whether inbox_rows has the key \(Exists\)`
	return err
}

// Start uses the memory of this process to keep a run from being entered twice.
func (d *Desk) Start(ctx context.Context, runID string) error {
	if _, ok := d.running.Load(runID); ok {
		return nil
	}
	return d.start(ctx, runID) // want `warning/proved: INSERT run_log runs when a look-up found nothing.* a map of this process`
}

func (d *Desk) start(ctx context.Context, runID string) error {
	d.running.Store(runID, true)
	_, err := d.pool.Exec(ctx, "INSERT INTO run_log (run_id) VALUES ($1)", runID)
	return err
}
