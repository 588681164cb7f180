package missingunique

import (
	"context"
	"database/sql"
	"errors"
)

// example:begin
const crates = "CREATE TABLE inbox_crates (id bigserial PRIMARY KEY, tenant text, crate_id text, UNIQUE (tenant, crate_id))"

// Unload counts a crate once.
func Unload(ctx context.Context, tx *sql.Tx, tenant, crate string) error {
	res, err := tx.ExecContext(ctx, `INSERT INTO inbox_crates (tenant, crate_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, tenant, crate)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE depots SET crates = crates + 1`)
	return err
}

// example:end

func more(ctx context.Context, db *sql.DB) error {
	for _, text := range []string{crates, tours, users, cards, notes} {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// A partial index that holds for the rows that are written.
const tours = "CREATE TABLE tours (tour text, state text); CREATE UNIQUE INDEX tours_tour ON tours (tour) WHERE state = 'open'"

func start(ctx context.Context, tx *sql.Tx, tour string) error {
	res, err := tx.ExecContext(ctx, `INSERT INTO tours (tour, state) VALUES ($1, 'open') ON CONFLICT DO NOTHING`, tour)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE buses SET tours = tours + 1`)
	return err
}

// Nobody has defined the table here: somebody else has.
func leave(ctx context.Context, tx *sql.Tx, tour string) error {
	res, err := tx.ExecContext(ctx, `INSERT INTO processed_tours (tour) VALUES ($1) ON CONFLICT DO NOTHING`, tour)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE buses SET tours = tours - 1`)
	return err
}

// A row that is looked up and made if it is not there: nothing says that it recognises repetitions. checkthenact speaks of it.
const users = "CREATE TABLE users (id bigserial PRIMARY KEY, email text)"

func ensure(ctx context.Context, db *sql.DB, email string) error {
	var id int64
	err := db.QueryRowContext(ctx, `SELECT id FROM users WHERE email = $1`, email).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	_, err = db.ExecContext(ctx, `INSERT INTO users (email) VALUES ($1)`, email)
	return err
}

// The look-up by account is the fast path; what keeps the row single is its reference.
const cards = "CREATE TABLE processed_cards (account text, reference text UNIQUE)"

func issue(ctx context.Context, db *sql.DB, account, reference string) error {
	var n int
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM processed_cards WHERE account = $1`, account).Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := db.ExecContext(ctx, `INSERT INTO processed_cards (account, reference) VALUES ($1, $2)`, account, reference)
	return err
}

// A second index makes up for what the first lacks, and is added later.
const notes = "CREATE TABLE seen_notes (note text, at timestamptz, PRIMARY KEY (note, at)); ALTER TABLE seen_notes ADD CONSTRAINT one UNIQUE (note)"

func see(ctx context.Context, db *sql.DB, note string) (bool, error) {
	res, err := db.ExecContext(ctx, `INSERT INTO seen_notes (note, at) VALUES ($1, now()) ON CONFLICT ON CONSTRAINT one DO NOTHING`, note)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
