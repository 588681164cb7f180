package goose

import "database/sql"

func upDrop(tx *sql.Tx) error {
	_, err := tx.Exec(`ALTER TABLE keys DROP CONSTRAINT u`)
	return err
}
