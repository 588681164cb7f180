package missingunique

import (
	"context"
	"database/sql"
)

// Another use of the table: the report shows the one on which something depends.
func arrived(ctx context.Context, db *sql.DB, parcel string) (bool, error) {
	res, err := db.ExecContext(ctx, `INSERT INTO inbox_parcels (parcel_id) VALUES ($1) ON CONFLICT DO NOTHING`, parcel)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
