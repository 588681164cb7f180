// Package embedded has its tables in files.
package embedded // want "a:$" "b: b_k_key\\(k\\)$" "c: c_k_key\\(k\\)$"

import "embed"

//go:embed migrations/*.sql
var migrations embed.FS

//go:embed plain
var plain embed.FS
