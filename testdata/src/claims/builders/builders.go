// Package builders claims by statements that a chain of calls builds. work() is what somebody must do once.
package builders

import (
	"context"
	"database/sql"
	"errors"

	sq "github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

func work() {}

type Seen struct {
	Key   string `bun:"key,pk" gorm:"primaryKey"`
	State string
}

func bunIgnore(ctx context.Context, db *bun.DB, key string) error {
	res, err := db.NewInsert().Model(&Seen{Key: key}).Ignore().Exec(ctx) // want `claim sql seens key=p2`
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil || n == 0 {
		return err
	}
	work() // want `winner`
	return nil
}

func bunReturning(ctx context.Context, db *bun.DB, key string) error {
	var got string
	err := db.NewInsert().Model(&Seen{Key: key}).On("CONFLICT (key) DO NOTHING").Returning("key").Scan(ctx, &got) // want `claim sql seens key=p2`
	if errors.Is(err, sql.ErrNoRows) {
		work() // want `loser`
		return nil
	}
	if err != nil {
		return err
	}
	work() // want `winner`
	return nil
}

func bunUnread(ctx context.Context, db *bun.DB, key string) error {
	_, err := db.NewInsert().Model(&Seen{Key: key}).On("CONFLICT DO NOTHING").Exec(ctx) // want `record sql seens key=p2`
	return err
}

func bunState(ctx context.Context, db *bun.DB, id string) error {
	res, err := db.NewUpdate().Model((*Seen)(nil)).Set("state = ?", "running").Where("key = ?", id).Where("state = ?", "pending").Exec(ctx) // want `claim sql seens key=p2`
	if err != nil {
		return err
	}
	if n, _ := res.RowsAffected(); n != 1 {
		return nil
	}
	work() // want `winner`
	return nil
}

func bunExists(ctx context.Context, db *bun.DB, key string) (bool, error) {
	return db.NewSelect().Model((*Seen)(nil)).Where("key = ?", key).Exists(ctx) // want `check sql seens key=p2`
}

func squirrelSuffix(db *sql.DB, key string) error {
	res, err := sq.Insert("seen").Columns("key", "state").Values(key, "new").Suffix("ON CONFLICT DO NOTHING").RunWith(db).Exec() // want `claim sql seen key=p1 state==new`
	if err != nil {
		return err
	}
	if n, _ := res.RowsAffected(); n == 0 {
		return nil
	}
	work() // want `winner`
	return nil
}

func squirrelRendered(ctx context.Context, db *sql.DB, key string) error {
	text, args, err := sq.StatementBuilder.Insert("seen").Options("IGNORE").SetMap(map[string]interface{}{"key": key}).ToSql()
	if err != nil {
		return err
	}
	res, err := db.ExecContext(ctx, text, args...) // want `claim sql seen key=p2`
	if err != nil {
		return err
	}
	if n, _ := res.RowsAffected(); n > 0 {
		work() // want `winner`
	}
	return nil
}

func squirrelAsk(db *sql.DB, key string) error {
	var n int
	err := sq.Select("COUNT(*)").From("seen").Where(sq.Eq{"key": key}).RunWith(db).QueryRow().Scan(&n) // want `check sql seen key=p1`
	if err != nil || n > 0 {
		return err
	}
	_, err = sq.Insert("seen").Columns("key").Values(key).RunWith(db).Exec() // want `record sql seen key=p1` `pair`
	return err
}

func squirrelState(db *sql.DB, id int) {
	res, err := sq.Update("jobs").Set("state", "running").Where(sq.Eq{"id": id, "state": "pending"}).RunWith(db).Exec() // want `claim sql jobs id=p1`
	if err != nil {
		return
	}
	if n, _ := res.RowsAffected(); n > 0 {
		work() // want `winner`
	}
}

func goquRows(db *goqu.Database, key string) error {
	res, err := db.Insert("seen").Rows(goqu.Record{"key": key}).OnConflict(goqu.DoNothing()).Executor().Exec() // want `claim sql seen key=p1`
	if err != nil {
		return err
	}
	if n, _ := res.RowsAffected(); n == 0 {
		return nil
	}
	work() // want `winner`
	return nil
}

func goquRendered(db *sql.DB, key string) error {
	text, _, _ := goqu.Insert("seen").Cols("key").Vals([]interface{}{key}).OnConflict(goqu.DoNothing()).ToSQL()
	res, err := db.Exec(text) // want `claim sql seen key=p1`
	if err != nil {
		return err
	}
	if n, _ := res.RowsAffected(); n == 1 {
		work() // want `winner`
	}
	return nil
}

func goquAsk(db *goqu.Database, key string) error {
	n, err := db.From("seen").Where(goqu.C("key").Eq(key)).Count() // want `check sql seen key=p1`
	if err != nil || n > 0 {
		return err
	}
	_, err = db.Insert("seen").Rows(goqu.Record{"key": key}).Executor().Exec() // want `record sql seen key=p1` `pair`
	return err
}

func goquState(db *goqu.Database, id int) {
	res, err := db.Update("jobs").Set(goqu.Record{"state": "running"}).Where(goqu.Ex{"id": id, "state": "pending"}).Executor().Exec() // want `claim sql jobs id=p1`
	if err != nil {
		return
	}
	if n, _ := res.RowsAffected(); n == 1 {
		work() // want `winner`
	}
}

func gormCreate(db *gorm.DB, key string) error {
	res := db.Clauses(clause.OnConflict{DoNothing: true}).Create(&Seen{Key: key}) // want `claim sql seens key=p1`
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return nil
	}
	work() // want `winner`
	return nil
}

func gormState(db *gorm.DB, id string) error {
	res := db.Model(&Seen{}).Where("key = ? AND state = ?", id, "pending").Update("state", "running") // want `claim sql seens key=p1`
	if res.Error != nil || res.RowsAffected == 0 {
		return res.Error
	}
	work() // want `winner`
	return nil
}

func gormVersion(db *gorm.DB, id string, version int) error {
	res := db.Model(&Seen{}).Where("key = ? AND version = ?", id, version).Update("version", version+1) // want `update sql seens key=p1 version=p2`
	if res.RowsAffected == 0 {
		return errors.New("somebody else was faster")
	}
	return nil
}

func textState(ctx context.Context, db *sql.DB, id string) error {
	res, err := db.ExecContext(ctx, "UPDATE jobs SET state = 'running' WHERE id = $1 AND state = 'pending'", id) // want `claim sql jobs id=p2`
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	work() // want `winner`
	return nil
}

func textReturning(ctx context.Context, db *sql.DB, id string) error {
	var got string
	err := db.QueryRowContext(ctx, "UPDATE jobs SET taken_at = now() WHERE id = $1 AND taken_at IS NULL RETURNING id", id).Scan(&got) // want `claim sql jobs id=p2`
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	work() // want `winner`
	return nil
}

func textUnread(ctx context.Context, db *sql.DB, id string) {
	db.ExecContext(ctx, "UPDATE jobs SET state = 'running' WHERE id = $1 AND state = 'pending'", id) // want `update sql jobs id=p2 state=='pending'`
	work()
}

func textMove(ctx context.Context, db *sql.DB, id string) {
	res, _ := db.ExecContext(ctx, "UPDATE jobs SET owner = 'me' WHERE id = $1 AND state = 'pending'", id) // want `update sql jobs id=p2 state=='pending'`
	if n, _ := res.RowsAffected(); n > 0 {
		work()
	}
}

func batch(ctx context.Context, pool *pgxpool.Pool, key, note string) error {
	b := &pgx.Batch{}
	b.Queue("INSERT INTO seen (key) VALUES ($1) ON CONFLICT DO NOTHING", key)
	b.Queue("INSERT INTO notes (note) VALUES ($1)", note)
	br := pool.SendBatch(ctx, b)
	defer br.Close()
	tag, err := br.Exec() // want `claim sql seen key=p2`
	if err != nil {
		return err
	}
	if _, err := br.Exec(); err != nil { // want `record sql notes note=p3`
		return err
	}
	if tag.RowsAffected() == 0 {
		return nil
	}
	work() // want `winner`
	return nil
}

func batchUnread(ctx context.Context, pool *pgxpool.Pool, key string) error {
	b := &pgx.Batch{}
	b.Queue("INSERT INTO seen (key) VALUES ($1) ON CONFLICT DO NOTHING", key) // want `record sql seen key=p2`
	return pool.SendBatch(ctx, b).Close()
}

func named(ctx context.Context, db *sqlx.DB, key string) error {
	res, err := db.NamedExecContext(ctx, "INSERT INTO seen (key) VALUES (:key) ON CONFLICT DO NOTHING", map[string]interface{}{"key": key}) // want `claim sql seen key=p2`
	if err != nil {
		return err
	}
	if n, _ := res.RowsAffected(); n > 0 {
		work() // want `winner`
	}
	return nil
}

func aged(db *sql.DB, id int) {
	res, _ := db.Exec("UPDATE jobs SET state = 'running' WHERE id = $1 AND state = 'processing' AND started_at < $2", id, 5) // want `update sql jobs`
	if n, _ := res.RowsAffected(); n > 0 {
		work() // taken over: whoever began it may still be at it
	}
}

func firstTry(db *sql.DB, id int) {
	res, _ := db.Exec("UPDATE jobs SET tries = tries + 1 WHERE id = $1 AND tries = 0", id) // want `claim sql jobs id=p1`
	if n, _ := res.RowsAffected(); n > 0 {
		work() // want `winner`
	}
}
