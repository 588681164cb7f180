// Package goose holds migrations in Go.
package goose

import "database/sql"

func upKeys(tx *sql.Tx) error {
	_, err := tx.Exec(`CREATE TABLE keys (k text CONSTRAINT u UNIQUE)`) // want "keys:$"
	return err
}

func downKeys(tx *sql.Tx) error {
	_, err := tx.Exec(`DROP TABLE keys`)
	return err
}
