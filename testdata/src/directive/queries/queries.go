// Package queries holds statements for others. Whether the comment in one is needed is not known here.
package queries

const Insert = `-- idemlint:ignore unkeyedretry a note may stand twice
INSERT INTO notes (text) VALUES ($1)`

const unused = "INSERT INTO notes (text) VALUES ($2) -- idemlint:ignore unkeyedretry a note may stand twice" // want `unkeyedretry reports nothing here`

const reasonless = "INSERT INTO notes (text) VALUES ($2) -- idemlint:ignore unkeyedretry" // want `gives no reason.*-- idemlint:ignore unkeyedretry REASON`

// A piece of which a comment is made.
const fragment = "-- idemlint:ignore "

const ruleless = "INSERT INTO notes (text) VALUES ($2) -- idemlint:ignore" // want `the comment idemlint:ignore in this statement names no rule`
