// Package stores asks and acts through what is no SQL text: builders, generated code, documents, keys.
package stores

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"claims/ent"
	"claims/ent/charge"

	"cloud.google.com/go/firestore"
	sq "github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	"github.com/redis/go-redis/v9"
	"github.com/redis/rueidis"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	clientv3 "go.etcd.io/etcd/client/v3"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func pay(cents int64) error {
	_, err := paymentintent.New(&stripe.PaymentIntentParams{Amount: &cents})
	return err
}

func built(db *sql.DB, key string, cents int64) error {
	var n int
	err := sq.Select("COUNT(*)").From("paid").Where("key = ?", key).RunWith(db).QueryRow().Scan(&n)
	if err != nil || n > 0 {
		return err
	}
	if err := pay(cents); err != nil { // want `error/proved: paymentintent.New .*nothing claims the key before it`
		return err
	}
	_, err = sq.Insert("paid").Columns("key").Values(key).RunWith(db).Exec()
	return err
}

func dataset(db *goqu.Database, key string, cents int64) error {
	n, err := db.From("paid").Where(goqu.Ex{"key": key}).Count()
	if err != nil || n > 0 {
		return err
	}
	if err := pay(cents); err != nil { // want `error/proved: paymentintent.New`
		return err
	}
	_, err = db.Insert("paid").Rows(goqu.Record{"key": key}).Executor().Exec()
	return err
}

func generated(ctx context.Context, c *ent.Client, key string, cents int64) error {
	_, err := c.Charge.Query().Where(charge.Key(key)).Only(ctx)
	if !ent.IsNotFound(err) {
		return err
	}
	if err := pay(cents); err != nil { // want `error/proved: paymentintent.New`
		return err
	}
	_, err = c.Charge.Create().SetKey(key).Save(ctx)
	return err
}

func document(ctx context.Context, d *firestore.DocumentRef, cents int64) error {
	if _, err := d.Get(ctx); status.Code(err) != codes.NotFound {
		return err
	}
	if err := pay(cents); err != nil { // want `error/proved: paymentintent.New`
		return err
	}
	_, err := d.Set(ctx, map[string]any{"paid": true})
	return err
}

func key(ctx context.Context, c *clientv3.Client, id string, cents int64) error {
	resp, err := c.Get(ctx, id)
	if err != nil || resp.Count > 0 {
		return err
	}
	if err := pay(cents); err != nil { // want `error/proved: paymentintent.New`
		return err
	}
	_, err = c.Put(ctx, id, "paid")
	return err
}

// The same in accepted forms.

func keyFirst(ctx context.Context, c *clientv3.Client, id string, cents int64) error {
	if resp, err := c.Get(ctx, id); err != nil || resp.Count > 0 {
		return err // the fast path
	}
	resp, err := c.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(id), "=", 0)).Then(clientv3.OpPut(id, "taken")).Commit()
	if err != nil || !resp.Succeeded {
		return err
	}
	if err := pay(cents); err != nil {
		return err
	}
	_, err = c.Put(ctx, id, "paid")
	return err
}

func documentInTransaction(ctx context.Context, c *firestore.Client, d *firestore.DocumentRef, cents int64) error {
	return c.RunTransaction(ctx, func(ctx context.Context, tx *firestore.Transaction) error {
		if _, err := tx.Get(d); status.Code(err) != codes.NotFound {
			return err
		}
		if err := pay(cents); err != nil {
			return err
		}
		return tx.Set(d, map[string]any{"paid": true}) // nobody else has written in between
	})
}

func watched(ctx context.Context, c *redis.Client, id, guest string) error {
	return c.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Exists(ctx, "seat:"+id).Result()
		if err != nil {
			return err
		}
		if n > 0 {
			return errors.New("taken")
		}
		if err := pay(100); err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			return p.Set(ctx, "seat:"+id, guest, time.Hour).Err()
		})
		return err
	}, "seat:"+id)
}

func chained(ctx context.Context, c rueidis.Client, id string, cents int64) error {
	seen, err := c.Do(ctx, c.B().Exists().Key("paid:"+id).Build()).AsInt64()
	if err != nil || seen > 0 {
		return err // the fast path
	}
	err = c.Do(ctx, c.B().Set().Key("paid:"+id).Value("1").Nx().ExSeconds(60).Build()).Error()
	if rueidis.IsRedisNil(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return pay(cents)
}

func stateFirst(ctx context.Context, db *sql.DB, id string, cents int64) error {
	var n int
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM payouts WHERE id = $1", id).Scan(&n); err != nil || n > 0 {
		return err
	}
	res, err := db.ExecContext(ctx, "UPDATE payouts SET state = 'paying' WHERE id = $1 AND state = 'new'", id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if err := pay(cents); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "INSERT INTO payouts (id) VALUES ($1)", id)
	return err
}
