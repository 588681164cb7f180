// Package cron is a stub.
package cron

type EntryID int

type Cron struct{}

func (c *Cron) AddFunc(spec string, cmd func()) (EntryID, error) { return 0, nil }
