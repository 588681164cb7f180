package ignoredclaim

import (
	"context"
	"errors"
	"log"
	"time"

	"example.com/mail"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"gorm.io/gorm/clause"
)

// Counter does the same things in their accepted forms.
type Counter struct {
	Desk
}

// example:begin

// Refund stops where another run has refunded the ticket.
func (c *Counter) Refund(ctx context.Context, ticket string, cents int64) error {
	tag, err := c.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return giveBack(cents)
}

// example:end

// Tell asks SETNX.
func (c *Counter) Tell(ctx context.Context, ticket string) error {
	if ok, err := c.rdb.SetNX(ctx, "told:v2:"+ticket, "1", 0).Result(); err != nil || !ok {
		return err
	}
	return c.mail.SendMail(ctx, mail.Letter{To: ticket})
}

// TellOnce asks whether the value was there.
func (c *Counter) TellOnce(ctx context.Context, ticket string) error {
	if _, loaded := c.told.LoadOrStore(ticket, true); loaded {
		return nil
	}
	return c.mail.SendMail(ctx, mail.Letter{To: ticket})
}

// Gateway uses the value that is loaded: a cache of clients.
func (c *Counter) Gateway(ctx context.Context, name string, g mail.Gateway) error {
	v, _ := c.told.LoadOrStore("gateway:"+name, g)
	return v.(mail.Gateway).SendMail(ctx, mail.Letter{To: name})
}

// RefundCode returns on the violation.
func (c *Counter) RefundCode(ctx context.Context, ticket string, cents int64) error {
	_, err := c.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1)`, ticket)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return nil
	}
	if err != nil {
		return err
	}
	return giveBack(cents)
}

// RefundOther returns on every violation but that of a foreign key.
func (c *Counter) RefundOther(ctx context.Context, ticket string, cents int64) error {
	_, err := c.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1)`, ticket)
	var pg *pgconn.PgError
	if err != nil && !(errors.As(err, &pg) && pg.Code == "23503") {
		return err
	}
	return giveBack(cents)
}

// RefundPlain returns every error of the insert.
func (c *Counter) RefundPlain(ctx context.Context, ticket string, cents int64) error {
	if _, err := c.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1)`, ticket); err != nil {
		return err
	}
	return giveBack(cents)
}

// RefundClause reads the count.
func (c *Counter) RefundClause(ctx context.Context, ticket string, cents int64) error {
	res := c.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&Refunded{Ticket: ticket})
	if res.Error != nil || res.RowsAffected == 0 {
		return res.Error
	}
	return giveBack(cents)
}

// RefundFirst heeds what the store tells.
func (c *Counter) RefundFirst(ctx context.Context, eventID string, cents int64) error {
	if first, err := c.events.First(ctx, eventID); err != nil || !first {
		return err
	}
	return giveBack(cents)
}

// RefundWrapped returns an error that was made of the violation in a way that is not followed.
func (c *Counter) RefundWrapped(ctx context.Context, eventID string, cents int64) error {
	if err := c.events.Wrapped(ctx, eventID); err != nil {
		return err
	}
	return giveBack(cents)
}

// RefundInserted returns the error of a store.
func (c *Counter) RefundInserted(ctx context.Context, eventID string, cents int64) error {
	if err := c.events.Plain(ctx, eventID); err != nil {
		return err
	}
	return giveBack(cents)
}

// RefundCounted is told in a way that is not followed.
func (c *Counter) RefundCounted(ctx context.Context, eventID string, cents int64) error {
	var n int64
	if err := c.events.Counted(ctx, eventID, &n); err != nil || n == 0 {
		return err
	}
	return giveBack(cents)
}

// RefundTaken takes a lock by its name.
func (c *Counter) RefundTaken(ctx context.Context, eventID string, cents int64) error {
	if err := c.events.LockEvent(ctx, eventID); err != nil {
		return err
	}
	return giveBack(cents)
}

// Spare sets a key that keeps others out for a while.
func (c *Counter) Spare(ctx context.Context, ticket string) error {
	if err := c.rdb.SetNX(ctx, "mail:throttle:"+ticket, "1", 0).Err(); err != nil {
		return err
	}
	return c.mail.SendMail(ctx, mail.Letter{To: ticket})
}

// Held gives the key back whatever came of the work.
func (c *Counter) Held(ctx context.Context, ticket string) error {
	key := "held:" + ticket
	c.rdb.SetNX(ctx, key, "1", 0)
	defer c.rdb.Del(ctx, key)
	return c.mail.SendMail(ctx, mail.Letter{To: ticket})
}

// RefundTx takes the answer out of the transaction and heeds it.
func (c *Counter) RefundTx(ctx context.Context, ticket string, cents int64) error {
	first := false
	err := pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket)
		if err != nil {
			return err
		}
		first = tag.RowsAffected() == 1
		return nil
	})
	if err != nil || !first {
		return err
	}
	return giveBack(cents)
}

func (c *Counter) once(ctx context.Context, key string, act func() error) error {
	tag, err := c.pool.Exec(ctx, `INSERT INTO once_keys (name) VALUES ($1) ON CONFLICT DO NOTHING`, key)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return act()
}

// RefundOnce hands the refund to a helper that heeds the answer.
func (c *Counter) RefundOnce(ctx context.Context, ticket string, cents int64) error {
	return c.once(ctx, "refund:"+ticket, func() error { return giveBack(cents) })
}

// Keep has nothing behind it: the same state is set again.
func (c *Counter) Keep(ctx context.Context, ticket string) error {
	_, err := c.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket)
	return err
}

// Mark returns the answer: the caller decides.
func (c *Counter) Mark(ctx context.Context, ticket string) (int64, error) {
	tag, err := c.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket)
	return tag.RowsAffected(), err
}

// Keyed: the provider recognises the repetition.
func (c *Counter) Keyed(ctx context.Context, ticket string, cents int64) error {
	if _, err := c.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket); err != nil {
		return err
	}
	p := &stripe.RefundParams{Amount: &cents}
	p.SetIdempotencyKey("refund:v1:" + ticket)
	_, err := refund.New(p)
	return err
}

// Behind another claim the first one is a note.
func (c *Counter) Behind(ctx context.Context, ticket string, cents int64) error {
	if _, err := c.pool.Exec(ctx, `INSERT INTO used_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket); err != nil {
		return err
	}
	if ok, err := c.rdb.SetNX(ctx, "refunded:v1:"+ticket, "1", 0).Result(); err != nil || !ok {
		return err
	}
	return giveBack(cents)
}

// Guest makes sure of the parent before the child.
func (c *Counter) Guest(ctx context.Context, guestID, item string) error {
	if _, err := c.sql.ExecContext(ctx, `INSERT IGNORE INTO customers (customer_id, name) VALUES (?, ?)`, guestID, item); err != nil {
		return err
	}
	_, err := c.sql.ExecContext(ctx, `UPDATE stock SET reserved = reserved + 1 WHERE item = ?`, item)
	return err
}

// Subscribe is about a subject that is there in any case.
func (c *Counter) Subscribe(ctx context.Context, email string) error {
	if _, err := c.sql.ExecContext(ctx, `INSERT IGNORE INTO readers (email, lang) VALUES (?, ?)`, email, "en"); err != nil {
		return err
	}
	return c.mail.SendMail(ctx, mail.Letter{To: email})
}

// Note is about another thing than the mail.
func (c *Counter) Note(ctx context.Context, orderID, item, to string) error {
	if _, err := c.sql.ExecContext(ctx, `INSERT IGNORE INTO orders (order_id, item) VALUES (?, ?)`, orderID, item); err != nil {
		return err
	}
	return c.mail.SendMail(ctx, mail.Letter{To: to})
}

// Stock sets a state that is set again: no second run shows.
func (c *Counter) Stock(ctx context.Context, entry, item string) error {
	if _, err := c.sql.ExecContext(ctx, `INSERT IGNORE INTO booked_entries (entry) VALUES (?)`, entry); err != nil {
		return err
	}
	_, err := c.sql.ExecContext(ctx, `UPDATE items SET state = 'listed' WHERE item = ?`, item)
	return err
}

// Hits counts in the row that was made sure of.
func (c *Counter) Hits(ctx context.Context, page, day string) error {
	if _, err := c.sql.ExecContext(ctx, `INSERT IGNORE INTO hits (page, day) VALUES (?, ?)`, page, day); err != nil {
		return err
	}
	_, err := c.sql.ExecContext(ctx, `UPDATE hits SET n = n + 1 WHERE page = ? AND day = ?`, page, day)
	return err
}

// Again looks first, and the conflict is checkthenact's.
func (c *Counter) Again(ctx context.Context, ticket string, cents int64) error {
	var n int
	if err := c.pool.QueryRow(ctx, `SELECT count(*) FROM refunded_tickets WHERE ticket = $1`, ticket).Scan(&n); err != nil || n > 0 {
		return err
	}
	if _, err := c.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket); err != nil {
		return err
	}
	return giveBack(cents)
}

// ForUpdate holds a lock of the ticket around both.
func (c *Counter) ForUpdate(ctx context.Context, ticket string, cents int64) error {
	return pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error {
		var limit int
		if err := tx.QueryRow(ctx, `SELECT credit FROM tickets WHERE ticket = $1 FOR UPDATE`, ticket).Scan(&limit); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket); err != nil {
			return err
		}
		return giveBack(cents)
	})
}

// Overwrite is no claim: the row is written whatever was there.
func (c *Counter) Overwrite(ctx context.Context, ticket string, cents int64) error {
	_, _ = c.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket, n) VALUES ($1, 1) ON CONFLICT (ticket) DO UPDATE SET n = 1`, ticket)
	return giveBack(cents)
}

// Trace drops the error of a row that recognises nothing.
func (c *Counter) Trace(ctx context.Context, ticket, who string, cents int64) error {
	_, _ = c.pool.Exec(ctx, `INSERT INTO audit (ticket, who) VALUES ($1, $2)`, ticket, who)
	return giveBack(cents)
}

// Reread answers the violation with the row that is there.
func (c *Counter) Reread(ctx context.Context, ticket string, cents int64) (n int, err error) {
	if _, err := c.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1)`, ticket); err != nil {
		err = c.pool.QueryRow(ctx, `SELECT n FROM refunded_tickets WHERE ticket = $1`, ticket).Scan(&n)
		return n, err
	}
	return 1, giveBack(cents)
}

// LockSeat is a lock by its name.
func (c *Counter) LockSeat(ctx context.Context, seat string) error {
	if err := c.rdb.SetNX(ctx, "seat:"+seat, "1", 0).Err(); err != nil {
		return err
	}
	return c.mail.SendMail(ctx, mail.Letter{To: seat})
}

// Partly: who comes too late may stop.
func (c *Counter) Partly(ctx context.Context, ticket string, cents int64) error {
	tag, err := c.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		if cents > 100 {
			return nil
		}
		log.Println("small again")
	}
	return giveBack(cents)
}

// Inside refunds only for who came first, and ends alike for both.
func (c *Counter) Inside(ctx context.Context, ticket string, cents int64) error {
	tag, err := c.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket)
	if err == nil && tag.RowsAffected() == 1 {
		err = giveBack(cents)
	}
	return err
}

func (c *Counter) note(ctx context.Context, ticket string) error {
	var n int
	if err := c.pool.QueryRow(ctx, `SELECT count(*) FROM refunded_tickets WHERE ticket = $1`, ticket).Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := c.pool.Exec(ctx, `INSERT INTO refunded_tickets (ticket) VALUES ($1) ON CONFLICT DO NOTHING`, ticket)
	return err
}

// Judged has a helper that looks before it inserts: the pair is the helper's business.
func (c *Counter) Judged(ctx context.Context, ticket string, cents int64) error {
	if err := c.note(ctx, ticket); err != nil {
		return err
	}
	return giveBack(cents)
}

// noted writes the key down and runs what it is given.
func (c *Counter) noted(ctx context.Context, key string, act func() error) error {
	if _, err := c.pool.Exec(ctx, `INSERT INTO once_keys (name) VALUES ($1) ON CONFLICT DO NOTHING`, key); err != nil {
		return err
	}
	return act()
}

// Noted hands in what the provider recognises, and what is no effect.
func (c *Counter) Noted(ctx context.Context, ticket string, cents int64) error {
	if err := c.noted(ctx, "state:"+ticket, func() error { return c.Keep(ctx, ticket) }); err != nil {
		return err
	}
	return c.noted(ctx, "refund:"+ticket, func() error {
		p := &stripe.RefundParams{Amount: &cents}
		p.SetIdempotencyKey("refund:v2:" + ticket)
		_, err := refund.New(p)
		return err
	})
}

// Emails keeps addresses as such, whatever the table's name says of them.
func (c *Counter) Emails(ctx context.Context, email, lang string) error {
	if _, err := c.sql.ExecContext(ctx, `INSERT IGNORE INTO sent_emails (email, lang) VALUES (?, ?)`, email, lang); err != nil {
		return err
	}
	return c.mail.SendMail(ctx, mail.Letter{To: email})
}

// Days and modes name nothing that a stock could be reserved for.
func (c *Counter) Days(ctx context.Context, at time.Time, item string) error {
	if _, err := c.sql.ExecContext(ctx, `INSERT IGNORE INTO days (created_at) VALUES (?)`, at); err != nil {
		return err
	}
	if _, err := c.sql.ExecContext(ctx, `INSERT IGNORE INTO modes (kind) VALUES ('sale')`); err != nil {
		return err
	}
	_, err := c.sql.ExecContext(ctx, `UPDATE stock SET reserved = reserved + 1 WHERE item = ?`, item)
	return err
}

// TraceTo drops the error of a row that recognises nothing, and writes to whom it names.
func (c *Counter) TraceTo(ctx context.Context, ticket, who string) error {
	_, _ = c.pool.Exec(ctx, `INSERT INTO audit (ticket, who) VALUES ($1, $2)`, ticket, who)
	return c.mail.SendMail(ctx, mail.Letter{To: ticket})
}

func (c *Counter) booked(ctx context.Context, entry string, cents int64) error {
	tag, err := c.pool.Exec(ctx, `INSERT INTO booked_entries (entry) VALUES ($1) ON CONFLICT DO NOTHING`, entry)
	if err == nil && tag.RowsAffected() == 1 {
		_, err = c.pool.Exec(ctx, `UPDATE balances SET cents = cents + $1`, cents)
	}
	return err
}

// Helped has a helper claim for what the helper does, and refunds whatever came of it.
func (c *Counter) Helped(ctx context.Context, entry string, cents int64) error {
	if err := c.booked(ctx, entry, cents); err != nil {
		return err
	}
	return giveBack(cents)
}

var errBusy = errors.New("busy")

func (c *Counter) takeLock(ctx context.Context, ticket string) error {
	ok, err := c.rdb.SetNX(ctx, "desk:"+ticket, "1", 0).Result()
	if err == nil && !ok {
		return errBusy
	}
	return err
}

func (c *Counter) begin(ctx context.Context, ticket string) error { return c.takeLock(ctx, ticket) }

// RefundAlone keeps others out by a lock, two calls down, and does not insist.
func (c *Counter) RefundAlone(ctx context.Context, ticket string, cents int64) error {
	if err := c.begin(ctx, ticket); err != nil && !errors.Is(err, errBusy) {
		return err
	}
	return giveBack(cents)
}

// Watch makes the guest a watcher of the ticket and tells of it: the row is a link to whom it concerns.
func (d *Desk) Watch(ctx context.Context, ticket, user, note string) error {
	_, err := d.sql.ExecContext(ctx, `INSERT IGNORE INTO ticket_watchers (ticket, user_id, note) VALUES (?, ?, ?)`, ticket, user, note)
	if err != nil {
		return err
	}
	return d.mail.SendMail(ctx, mail.Letter{To: ticket, Text: "watched"})
}
