package schema

// Said is what one package says about tables, in a form that travels: the driver joins it with that of other packages and with the
// migration files. Everything in it is in order of file and line.
type Said struct {
	// Package is the import path.
	Package string `json:"package"`
	// Dir is the folder of its files, as they are named.
	Dir string `json:"dir,omitempty"`
	// Texts are the DDL texts in its code and in the files it embeds.
	Texts []Text `json:"texts,omitempty"`
	// Models are the tables that it makes from struct types, ent schemas or calls of a driver. Those that are only described by tags,
	// and that nobody was seen to make a table from, are not Defined.
	Models []Table `json:"models,omitempty"`
}

// Text is a text with DDL statements, read in order.
type Text struct {
	Place Place  `json:"place"`
	SQL   string `json:"sql"`
	// Raw: the text stands as it is in its file from Place on (a raw string, an embedded file), so that lines and columns within it
	// can be told. Otherwise all of it is at Place.
	Raw bool `json:"raw,omitempty"`
	// Group is one for texts that are executed one after the other: those of one function or declaration.
	Group string `json:"group,omitempty"`
	// Version is that of the migration it belongs to: the name of its file without extension, where a migration tool runs it.
	Version string `json:"version,omitempty"`
}

// Empty reports whether nothing is said.
func (s *Said) Empty() bool { return s == nil || len(s.Texts) == 0 && len(s.Models) == 0 }
