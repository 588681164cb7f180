package gorm

import "time"

type DeletedAt struct {
	Time  time.Time
	Valid bool
}

type Model struct {
	ID        uint `gorm:"primarykey"`
	CreatedAt time.Time
	UpdatedAt time.Time
	DeletedAt DeletedAt `gorm:"index"`
}

type Migrator interface {
	AutoMigrate(dst ...any) error
	CreateTable(dst ...any) error
	HasTable(dst any) bool
}

func (db *DB) Migrator() Migrator { return nil }
