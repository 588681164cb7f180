package ignoredclaim

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"strings"
	"sync"
	"time"

	"ignoredclaim/claimed"

	"example.com/mail"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Desk refunds tickets and tells the guests.
type Desk struct {
	events *claimed.Store
	pool   *pgxpool.Pool
	sql    *sql.DB
	rdb    *redis.Client
	db     *gorm.DB
	mail   mail.Gateway
	told   sync.Map
}

func giveBack(cents int64) error {
	_, err := refund.New(&stripe.RefundParams{Amount: &cents})
	return err
}

// example:begin

// Refund writes down that the ticket is refunded, and refunds it whether or not it was there.
func (d *Desk) Refund(ctx context.Context, ticket string, cents int64) error {
	_, err := d.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket) // want `error/proved: the claim in refunded_tickets does not decide whether refund.New runs: its answer is thrown away .*claims the key \(INSERT\) > performs refund.New, whoever came first > .*help: read RowsAffected or use RETURNING`
	if err != nil {
		return err
	}
	return giveBack(cents)
}

// example:end

// RefundLogged reads the answer and only logs it.
func (d *Desk) RefundLogged(ctx context.Context, ticket string, cents int64) error {
	tag, err := d.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket) // want `error/proved: .*: its answer is read and heeded nowhere`
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		log.Printf("ticket %s is refunded already", ticket)
	}
	return giveBack(cents)
}

// Tell drops the bool of SETNX.
func (d *Desk) Tell(ctx context.Context, ticket string) error {
	if err := d.rdb.SetNX(ctx, "told:v1:"+ticket, "1", 0).Err(); err != nil { // want `warning/likely: the claim does not decide whether Gateway.SendMail runs: .* help: read the answer and stop if the key was there already`
		return err
	}
	return d.mail.SendMail(ctx, mail.Letter{To: ticket})
}

// RefundResult names the answer and does not ask it.
func (d *Desk) RefundResult(ctx context.Context, ticket string, cents int64) error {
	if _, err := d.rdb.SetNX(ctx, "back:v1:"+ticket, "1", 0).Result(); err != nil { // want `error/proved: .*refund.New runs`
		return err
	}
	return giveBack(cents)
}

// TellOnce drops what LoadOrStore says.
func (d *Desk) TellOnce(ctx context.Context, ticket string) error {
	d.told.LoadOrStore(ticket, true) // want `warning/likely: .* help: stop if the value was loaded, and claim where all replicas see it`
	return d.mail.SendMail(ctx, mail.Letter{To: ticket})
}

// RefundCode swallows the violation by its code and falls through.
func (d *Desk) RefundCode(ctx context.Context, ticket string, cents int64) error {
	_, err := d.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1)`, ticket) // want `error/proved: .*: the violation that says "seen before" is swallowed .* help: return on the unique violation`
	var pg *pgconn.PgError
	if err != nil && !(errors.As(err, &pg) && pg.Code == "23505") {
		return err
	}
	return giveBack(cents)
}

func isUnique(err error) bool { return strings.Contains(err.Error(), "duplicate key value") }

// RefundPredicate asks a predicate over the text.
func (d *Desk) RefundPredicate(ctx context.Context, ticket string, cents int64) error {
	if _, err := d.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1)`, ticket); err != nil && !isUnique(err) { // want `error/proved: .*"seen before" is swallowed`
		return err
	}
	return giveBack(cents)
}

// RefundType asks for the type alone.
func (d *Desk) RefundType(ctx context.Context, ticket string, cents int64) error {
	_, err := d.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1)`, ticket) // want `error/proved: .*"seen before" is swallowed`
	if err != nil {
		if _, ok := err.(*pgconn.PgError); !ok {
			return err
		}
	}
	return giveBack(cents)
}

// Refunded is kept once a ticket.
type Refunded struct {
	Ticket string `gorm:"primaryKey"`
}

// RefundSentinel swallows the library's error for a duplicate.
func (d *Desk) RefundSentinel(ctx context.Context, ticket string, cents int64) error {
	err := d.db.WithContext(ctx).Create(&Refunded{Ticket: ticket}).Error // want `error/proved: .*"seen before" is swallowed`
	if err != nil && !errors.Is(err, gorm.ErrDuplicatedKey) {
		return err
	}
	return giveBack(cents)
}

// RefundClause looks at the error and not at the count.
func (d *Desk) RefundClause(ctx context.Context, ticket string, cents int64) error {
	if err := d.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&Refunded{Ticket: ticket}).Error; err != nil { // want `error/proved: .*refund.New`
		return err
	}
	return giveBack(cents)
}

// RefundDropped looks at no error at all.
func (d *Desk) RefundDropped(ctx context.Context, ticket string, cents int64) error {
	_, _ = d.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1)`, ticket) // want `error/proved: .*: its error is dropped, and with it the word that the key was there .* help: return on the unique violation`
	return giveBack(cents)
}

// RefundEvent claims through a store of another package, which keeps the answer to itself.
func (d *Desk) RefundEvent(ctx context.Context, eventID string, cents int64) error {
	if err := d.events.Mark(ctx, eventID); err != nil { // want `error/proved: the claim in processed_events .*claims the key \(INSERT\) > INSERT processed_events at claimed.go:\d+ > performs refund.New, whoever came first`
		return err
	}
	return giveBack(cents)
}

// RefundFirst drops what the store tells.
func (d *Desk) RefundFirst(ctx context.Context, eventID string, cents int64) error {
	if _, err := d.events.First(ctx, eventID); err != nil { // want `error/proved: the claim in processed_events does not decide`
		return err
	}
	return giveBack(cents)
}

// RefundQuiet asks a store that swallows the violation.
func (d *Desk) RefundQuiet(ctx context.Context, eventID string, cents int64) error {
	if err := d.events.Quiet(ctx, eventID); err != nil { // want `error/proved: .*"seen before" is swallowed`
		return err
	}
	return giveBack(cents)
}

// RefundStore drops the error of a store that returns it.
func (d *Desk) RefundStore(ctx context.Context, eventID string, cents int64) error {
	_ = d.events.Plain(ctx, eventID) // want `error/proved: .*its error is dropped`
	return giveBack(cents)
}

// RefundTx claims in a transaction, and takes the answer out of it for nothing but the log.
func (d *Desk) RefundTx(ctx context.Context, ticket string, cents int64) error {
	first := false
	err := pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error { // want `error/proved: .*refund.New`
		tag, err := tx.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket)
		if err != nil {
			return err
		}
		first = tag.RowsAffected() == 1
		return nil
	})
	if err != nil {
		return err
	}
	log.Println("first:", first)
	return giveBack(cents)
}

// once claims and runs what it is given for everybody.
func (d *Desk) once(ctx context.Context, key string, act func() error) error {
	if _, err := d.pool.Exec(ctx, `INSERT INTO once_keys (name) VALUES ($1) ON CONFLICT DO NOTHING`, key); err != nil { // want `error/proved: the claim in once_keys does not decide whether refund.New runs.* handed in: performs refund.New`
		return err
	}
	return act()
}

// RefundOnce hands the refund to the helper.
func (d *Desk) RefundOnce(ctx context.Context, ticket string, cents int64) error {
	return d.once(ctx, "refund:"+ticket, func() error { return giveBack(cents) })
}

// Book adds to a balance for everybody.
func (d *Desk) Book(ctx context.Context, entry string, cents int64) error {
	if _, err := d.sql.ExecContext(ctx, `INSERT IGNORE INTO booked_entries (entry) VALUES (?)`, entry); err != nil { // want `error/proved: the claim in booked_entries does not decide whether UPDATE balances runs`
		return err
	}
	_, err := d.sql.ExecContext(ctx, `UPDATE balances SET cents = cents + ? WHERE id = 1`, cents)
	return err
}

// Order keeps orders as such: the count is about the order that may have been there.
func (d *Desk) Order(ctx context.Context, orderID, item string) error {
	if _, err := d.sql.ExecContext(ctx, `INSERT IGNORE INTO orders (order_id, item) VALUES (?, ?)`, orderID, item); err != nil { // want `warning/proved: the claim in orders does not decide whether UPDATE stock runs`
		return err
	}
	_, err := d.sql.ExecContext(ctx, `UPDATE stock SET reserved = reserved + 1 WHERE item = ?`, item)
	return err
}

// Confirm writes to the guest about the order that may have been there.
func (d *Desk) Confirm(ctx context.Context, orderID, item string) error {
	if _, err := d.sql.ExecContext(ctx, `INSERT IGNORE INTO orders (order_id, item) VALUES (?, ?)`, orderID, item); err != nil { // want `warning/likely: the claim in orders does not decide whether .*SendMail runs`
		return err
	}
	return d.mail.SendMail(ctx, mail.Letter{To: orderID, Text: "thank you"})
}

// Seen is kept out of view.
func (d *Desk) RefundGuess(ctx context.Context, seen Marks, ticket string, cents int64) error {
	if err := seen.MarkSeen(ctx, ticket); err != nil {
		return err
	}
	return giveBack(cents)
}

// Marks is implemented out of view: nothing is known of it.
type Marks interface {
	MarkSeen(ctx context.Context, id string) error
}

// TellLogged names the answer of LoadOrStore and only logs it.
func (d *Desk) TellLogged(ctx context.Context, ticket string) error {
	_, loaded := d.told.LoadOrStore(ticket, true) // want `warning/likely: .*its answer is read and heeded nowhere`
	log.Println("loaded:", loaded)
	return d.mail.SendMail(ctx, mail.Letter{To: ticket})
}

// Twice drops two answers.
func (d *Desk) Twice(ctx context.Context, ticket string, cents int64) error {
	if _, err := d.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket); err != nil { // want `error/proved: the claim in refunded_tickets`
		return err
	}
	if _, err := d.pool.Exec(ctx, `INSERT INTO used_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket); err != nil { // want `error/proved: the claim in used_tickets`
		return err
	}
	return giveBack(cents)
}

// AndLog writes a row of another kind as well, which decides nothing.
func (d *Desk) AndLog(ctx context.Context, ticket, who string, cents int64) error {
	if _, err := d.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket); err != nil { // want `error/proved: the claim in refunded_tickets`
		return err
	}
	if _, err := d.pool.Exec(ctx, `INSERT INTO refund_log (ticket, who) VALUES ($1, $2)`, ticket, who); err != nil {
		return err
	}
	return giveBack(cents)
}

// Stamped holds a key and a time.
func (d *Desk) Stamped(ctx context.Context, ticket string, at time.Time, cents int64) error {
	if _, err := d.pool.Exec(ctx, `INSERT INTO stamps (ticket, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`, ticket, at); err != nil { // want `error/proved: the claim in stamps`
		return err
	}
	return giveBack(cents)
}

// Marked holds a key and a word that is the same for all.
func (d *Desk) Marked(ctx context.Context, ticket string, cents int64) error {
	if _, err := d.pool.Exec(ctx, `INSERT INTO marks (ticket, kind) VALUES ($1, 'refund') ON CONFLICT DO NOTHING`, ticket); err != nil { // want `error/proved: the claim in marks`
		return err
	}
	return giveBack(cents)
}

// Several holds more than a key, in a table that says what it is for.
func (d *Desk) Several(ctx context.Context, ticket, seat string, cents int64) error {
	if _, err := d.pool.Exec(ctx, `INSERT INTO processed_seats (ticket, seat) VALUES ($1, $2) ON CONFLICT DO NOTHING`, ticket, seat); err != nil { // want `error/proved: the claim in processed_seats`
		return err
	}
	return giveBack(cents)
}

// RefundReply takes the answer "nothing was set" for no error, and goes on.
func (d *Desk) RefundReply(ctx context.Context, ticket string, cents int64) error {
	err := d.rdb.SetArgs(ctx, "refunded:"+ticket, "1", redis.SetArgs{Mode: "NX"}).Err() // want `error/proved: the claim does not decide whether refund.New runs`
	if err != nil && !errors.Is(err, redis.Nil) {
		return err
	}
	return giveBack(cents)
}
