// Package ledger posts entries by a reference. Nothing says that the reference is a key, but a model may.
package ledger

func Post(ref string, cents int) error { return nil }
