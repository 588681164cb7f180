// Package far holds models that other packages use.
package far

import "gorm.io/gorm"

type Event struct { // want Event:"table seen_events, made here" "seen_events: \\*\\(id\\) unique key\\(key\\)$"
	ID  string
	Key string `gorm:"uniqueIndex"`
}

func (Event) TableName() string { return "app.Seen_Events" }

type Plain struct { // want Plain:"table plains, made here" "plains: \\*\\(id\\)$"
	ID  uint
	Key string
}

func migrate(db *gorm.DB) error { return db.AutoMigrate(&Event{}, &Plain{}) }
