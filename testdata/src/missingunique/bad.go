// Package missingunique holds tables that recognise repetitions without a unique index over the key.
package missingunique

import (
	"context"
	"database/sql"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// example:begin
const parcels = "CREATE TABLE inbox_parcels (id bigserial PRIMARY KEY, parcel_id text NOT NULL)" // want `error/proved: inbox_parcels recognises repetitions, but no unique index over parcel_id refuses a second row: two runs at once both go on to UPDATE depots \(missingunique\) \[the table is defined here > inserts the key \(INSERT\) > goes on to UPDATE depots > help: add a unique index over parcel_id`

// Arrive counts a parcel once, as it believes.
func Arrive(ctx context.Context, tx *sql.Tx, parcel, depot string) error {
	res, err := tx.ExecContext(ctx, `INSERT INTO inbox_parcels (parcel_id) VALUES ($1) ON CONFLICT DO NOTHING`, parcel)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE depots SET parcels = parcels + 1 WHERE depot = $1`, depot)
	return err
}

// example:end

func migrate(ctx context.Context, db *sql.DB) error {
	for _, text := range []string{parcels, weighings, letters, calls, visits} {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// The key is there, but so is a time that no two rows share.
const weighings = "CREATE TABLE weighings (truck text, weighed timestamptz, PRIMARY KEY (truck, weighed))" // want `weighings recognises repetitions, but no unique index over truck refuses .* \[the table is defined here > the primary key over truck and weighed is over weighed as well, which differs between attempts > inserts`

func weigh(ctx context.Context, tx *sql.Tx, truck string) error {
	res, err := tx.ExecContext(ctx, `INSERT INTO weighings (truck, weighed) VALUES ($1, $2) ON CONFLICT (truck, weighed) DO NOTHING`, truck, time.Now())
	if err != nil {
		return err
	}
	if n, _ := res.RowsAffected(); n == 0 {
		return nil
	}
	_, err = tx.ExecContext(ctx, `UPDATE scales SET uses = uses + 1`)
	return err
}

// A look-up before the insert, by a table whose name says what it is for.
const letters = "CREATE TABLE processed_letters (letter text, office text)" // want `processed_letters recognises repetitions, but no unique index over letter refuses .*both go on to UPDATE offices .*looks the key up \(SELECT\) > inserts it \(INSERT\) > goes on`

func stamp(ctx context.Context, tx *sql.Tx, letter, office string) error {
	var n int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM processed_letters WHERE letter = $1`, letter).Scan(&n); err != nil {
		return err
	}
	if n > 0 {
		return nil
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO processed_letters (letter, office) VALUES ($1, $2)`, letter, office); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `UPDATE offices SET letters = letters + 1 WHERE office = $1`, office)
	return err
}

// The answer is the caller's: the name of the table says that it recognises repetitions.
const calls = "CREATE TABLE dedup_calls (call_id text)" // want `dedup_calls recognises repetitions, .*both write a second row`

func first(ctx context.Context, db *sql.DB, call string) (bool, error) {
	res, err := db.ExecContext(ctx, `INSERT INTO dedup_calls (call_id) VALUES ($1) ON CONFLICT DO NOTHING`, call)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Only rows that are done are unique; a row is written before it is.
const visits = "CREATE TABLE visits (visitor text, state text); CREATE UNIQUE INDEX visits_visitor ON visits (visitor) WHERE state = 'done'" // want `visits recognises repetitions, .*is only over rows where`

func enter(ctx context.Context, tx *sql.Tx, visitor string) error {
	res, err := tx.ExecContext(ctx, `INSERT INTO visits (visitor, state) VALUES ($1, 'open') ON CONFLICT DO NOTHING`, visitor)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE gates SET visits = visits + 1`)
	return err
}

type ticket struct { // want `tickets recognises repetitions, but no unique index over any of request_id and gate`
	ID        uint   `gorm:"primaryKey"`
	RequestID string `gorm:"index"`
	Gate      string
}

func buy(db *gorm.DB, request, gate string) error {
	if err := db.AutoMigrate(&ticket{}); err != nil {
		return err
	}
	t := ticket{RequestID: request, Gate: gate}
	res := db.Clauses(clause.OnConflict{DoNothing: true}).Create(&t)
	if res.Error != nil || res.RowsAffected == 0 {
		return res.Error
	}
	return db.Exec("UPDATE gates SET tickets = tickets + 1 WHERE gate = ?", gate).Error
}

const many = "CREATE TABLE inbox_forms (a text, b text, c text, d text, e text)" // want `no unique index over any of a, b, c and 2 more refuses`

func form(ctx context.Context, db *sql.DB, a, b, c, d, e string) (bool, error) {
	if _, err := db.ExecContext(ctx, many); err != nil {
		return false, err
	}
	res, err := db.ExecContext(ctx, `INSERT INTO inbox_forms (a, b, c, d, e) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`, a, b, c, d, e)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
