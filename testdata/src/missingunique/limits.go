package missingunique

import (
	"context"
	"database/sql"
)

// The statement that makes the table is put together while the program runs, so nobody knows what it says.
func prepare(ctx context.Context, db *sql.DB, suffix string) error {
	_, err := db.ExecContext(ctx, "CREATE TABLE dedup_slips_"+suffix+" (slip text)")
	return err
}

func slip(ctx context.Context, db *sql.DB, slip string) (bool, error) {
	res, err := db.ExecContext(ctx, `INSERT INTO dedup_slips_eu (slip) VALUES ($1) ON CONFLICT DO NOTHING`, slip)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
