// Package migrate finds the files that make the tables of a repository, and puts them into the order in which they are executed.
//
// Nothing of a tool's configuration is needed: the names of files and the marks in them tell what runs, and in which order. That
// holds for golang-migrate, goose, sql-migrate, dbmate, tern, atlas, flyway, prisma, diesel, fizz and numbered files in general.
// Files without a number are schemas of their own: which of schema.sql, mysql.sql and drop.sql anybody executes is not to be known,
// and all of them together are no schema at all.
package migrate

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// File is one file of a group.
type File struct {
	// Path is slash-separated, as it was found.
	Path string
	// Text is what the file does when it is executed forwards. What is not (the way back, data) is blank, so that lines and columns
	// are those of the file.
	Text string
	// Version is the file's name within its group, which orders it.
	Version string
	// Unread: the file is there, but could not be read.
	Unread bool
}

// Group is a list of files that are executed one after the other and make one schema.
type Group struct {
	// Dir is the folder that holds the files or their folders.
	Dir string
	// Dialect is set if files of the folder are for one database each.
	Dialect string
	// Ordered: the files are numbered. Otherwise the group is a single file.
	Ordered bool
	Files   []File
}

// Name tells groups apart: the folder, with the file or dialect if there are several groups in it.
func (g *Group) Name() string {
	switch {
	case !g.Ordered && len(g.Files) == 1:
		return g.Files[0].Path
	case g.Dialect != "":
		return g.Dir + " (" + g.Dialect + ")"
	}
	return g.Dir
}

// Groups sorts files into groups. It drops what runs backwards, and blanks what is not executed.
func Groups(files []File) []*Group {
	type key struct{ dir, dialect, file string }
	type entry struct {
		File
		name
	}
	numbered := map[string][]entry{}
	groups := map[key]*Group{}
	for _, f := range files {
		n := nameOf(f.Path)
		if n.down {
			continue
		}
		f.Version, f.Text = n.version, Forwards(f.Text)
		if n.numbered {
			numbered[n.dir] = append(numbered[n.dir], entry{f, n})
			continue
		}
		groups[key{n.dir, n.dialect, f.Path}] = &Group{Dir: n.dir, Dialect: n.dialect, Files: []File{f}}
	}
	for dir, all := range numbered {
		var dialects []string
		own := map[string]bool{} // version and dialect that a file of its own exists for
		for _, e := range all {
			own[e.plain+" "+e.dialect] = true
			if e.dialect != "" && !slices.Contains(dialects, e.dialect) {
				dialects = append(dialects, e.dialect)
			}
		}
		if len(dialects) == 0 {
			dialects = []string{""}
		}
		for _, d := range dialects {
			g := &Group{Dir: dir, Dialect: d, Ordered: true}
			for _, e := range all {
				// A file for no database in particular is for those that have none.
				if e.dialect == d || e.dialect == "" && !own[e.plain+" "+d] {
					g.Files = append(g.Files, e.File)
				}
			}
			slices.SortFunc(g.Files, func(a, b File) int { return cmp.Or(Compare(a.Version, b.Version), cmp.Compare(a.Path, b.Path)) })
			groups[key{dir, d, ""}] = g
		}
	}
	out := make([]*Group, 0, len(groups))
	for _, g := range groups {
		out = append(out, g)
	}
	slices.SortFunc(out, func(a, b *Group) int {
		return cmp.Or(cmp.Compare(a.Dir, b.Dir), cmp.Compare(a.Name(), b.Name()))
	})
	return out
}

// name is what a path says.
type name struct {
	dir      string // of the group
	version  string // what orders the file within its group
	plain    string // the version without its dialect
	dialect  string
	numbered bool
	down     bool
}

func nameOf(file string) name {
	dir, base := path.Split(path.Clean(file))
	n := name{dir: strings.TrimSuffix(dir, "/"), version: base}
	// A folder a version, as prisma and diesel have it: the folders are ordered, and belong to the one they are in.
	for range 2 {
		parent, last := path.Split(n.dir)
		if !Versioned(last) {
			break
		}
		n.dir, n.version = strings.TrimSuffix(parent, "/"), last+"/"+n.version
	}
	if n.dir == "" {
		n.dir = "."
	}
	n.version = strings.TrimSuffix(n.version, path.Ext(n.version))
	n.numbered = Versioned(n.version)
	stem := strings.ToLower(strings.TrimSuffix(base, path.Ext(base)))
	parts := strings.FieldsFunc(stem, func(r rune) bool { return r == '.' || r == '_' || r == '-' })
	if len(parts) > 0 {
		first, last := parts[0], parts[len(parts)-1]
		n.down = backwards[last] || !n.numbered && (backwards[first] || first == "drop" || first == "clean" || first == "cleanup") ||
			last == "test" || strings.HasPrefix(stem, "u") && Versioned(stem) && strings.Contains(stem, "__")
	}
	var plain []string
	for part := range strings.SplitSeq(n.version, ".") {
		if d := dialects[strings.ToLower(part)]; d != "" {
			n.dialect = d
			continue
		}
		plain = append(plain, part)
	}
	if n.dialect == "" && len(parts) > 1 {
		n.dialect = dialects[parts[len(parts)-1]]
		if n.dialect != "" {
			plain = []string{strings.TrimRight(n.version[:len(n.version)-len(parts[len(parts)-1])], "_-")}
		}
	} else if len(parts) == 1 {
		n.dialect = dialects[parts[0]]
	}
	n.plain = strings.Join(plain, ".")
	return n
}

// Versioned reports whether a name begins with a number: 001_users, V1__users, v1.2, R2__views.
func Versioned(name string) bool {
	if strings.HasPrefix(name, "R__") {
		return true // flyway: again after all versions
	}
	name = strings.TrimLeft(name, "_")
	if len(name) > 1 && strings.IndexByte("vVuUrR", name[0]) >= 0 {
		name = name[1:]
	}
	return name != "" && name[0] >= '0' && name[0] <= '9'
}

var backwards = map[string]bool{"down": true, "rollback": true, "undo": true, "revert": true, "teardown": true}

var dialects = map[string]string{
	"postgres": "postgres", "postgresql": "postgres", "pg": "postgres", "pgsql": "postgres", "pgx": "postgres", "psql": "postgres",
	"mysql": "mysql", "mariadb": "mysql", "tidb": "mysql", "sqlite": "sqlite", "sqlite3": "sqlite", "cockroach": "cockroach",
	"cockroachdb": "cockroach", "crdb": "cockroach", "mssql": "mssql", "sqlserver": "mssql", "clickhouse": "clickhouse",
	"oracle": "oracle", "spanner": "spanner", "duckdb": "duckdb", "yugabyte": "postgres", "ydb": "ydb",
}
