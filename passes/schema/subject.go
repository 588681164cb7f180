package schema

import "github.com/idemlint/idemlint/passes/sqltext"

// subject is the table that a definition is about.
func subject(def sqltext.Def) string {
	switch d := def.(type) {
	case *sqltext.CreateTable:
		return d.Name
	case *sqltext.DropTable:
		return d.Name
	case *sqltext.RenameTable:
		return d.Old
	case *sqltext.AddColumn:
		return d.Table
	case *sqltext.DropColumn:
		return d.Table
	case *sqltext.RenameColumn:
		return d.Table
	case *sqltext.AddIndex:
		return d.Table
	case *sqltext.DropIndex:
		return d.Table
	case *sqltext.RenameIndex:
		return d.Table
	case *sqltext.Unread:
		return d.Table
	}
	return ""
}

// adds reports whether a definition may give an index to a table that is there.
func adds(def sqltext.Def) bool {
	switch d := def.(type) {
	case *sqltext.AddIndex:
		return d.Index.Unique || d.Using != ""
	case *sqltext.AddColumn:
		return len(d.Unique) > 0
	case *sqltext.Unread:
		return true
	}
	return false
}
