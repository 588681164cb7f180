// Package missingunique reports tables that are used to recognise repetitions and have no unique index over the key.
//
// A claim is as good as the index behind it. INSERT ... ON CONFLICT DO NOTHING meets a conflict only if a PRIMARY KEY or UNIQUE says
// what may not be there twice; without one every run writes its row, learns that it was the first, and charges the customer. A look-up
// before the insert hides this in tests and in staging, where no two runs are at work at once.
//
// Reported is the table: where it is created, or the struct type that it is made from. The trace shows who uses it so, what depends on
// the answer, and where an index was dropped if there was one. An index guards the key only if all of its columns are the same when
// the same intent comes again: (tenant, key) does, (key, created_at), (key, attempt) and a surrogate id do not, and a partial index
// does only where its predicate holds for the rows that are written.
//
// The rule needs to see the whole module, so it runs in the idemlint command only, and only where all packages were asked for. It
// reads migrations (golang-migrate, goose, dbmate, tern, atlas and other numbered files of SQL, in their order), DDL text in Go, files
// that Go code embeds, and models of gorm, bun and ent.
//
// # How to fix it
//
// Add the index in a new migration, over the key alone or with what the key is unique within:
//
//	CREATE UNIQUE INDEX handled_scans_scan_id ON handled_scans (scan_id);
//
// Rows that are there twice already have to go first.
//
// # What it does not see
//
// Tables whose definition is nowhere in the repository, or of which a statement could not be read: it stays silent about those. Indexes
// that somebody has created by hand. Where the place is right as it is, say so beside the definition, in SQL with a comment of its own:
//
//	-- idemlint:ignore missingunique the index is created by the operations team
package missingunique
