package store

import "gorm.io/gorm"

// Payment is a row.
type Payment struct {
	ID     string
	Status string
}

// Till keeps payments.
type Till struct{ DB *gorm.DB }

// Record writes a payment in a transaction of its own.
func (t *Till) Record(p *Payment) error {
	return t.DB.Transaction(func(tx *gorm.DB) error { return tx.Create(p).Error })
}
