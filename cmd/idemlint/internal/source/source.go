// Package source answers questions about source files at a position: which function it lies in, what stands there, which
// package the file belongs to. It reads and parses files by itself, so that it needs nothing of the analysis but
// positions, and works for findings of any tool.
package source

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"sort"
	"unicode/utf8"
)

// Files reads each file once. It is for one goroutine.
type Files struct {
	files   map[string]*File
	modules map[string]string // import path by directory
}

// NewFiles returns an empty cache.
func NewFiles() *Files {
	return &Files{files: map[string]*File{}, modules: map[string]string{}}
}

// File is one source file; of a file that cannot be read or parsed it answers nothing.
type File struct {
	data   []byte
	starts []int // offset at which each line starts
	name   string
	parsed bool
	syntax *ast.File // nil if it is not Go
	pos    *token.File
}

// Open reads a file.
func (fs *Files) Open(name string) *File {
	if f := fs.files[name]; f != nil {
		return f
	}
	data, _ := os.ReadFile(name) // what is not there has no lines
	f := New(name, data)
	fs.files[name] = f
	return f
}

// New makes a file of its content.
func New(name string, data []byte) *File {
	f := &File{data: data, name: name, starts: []int{0}}
	for i, b := range data {
		if b == '\n' {
			f.starts = append(f.starts, i+1)
		}
	}
	return f
}

// offset is the place of a line and a column in bytes, both from 1; false if there is no such place.
func (f *File) offset(line, col int) (int, bool) {
	if line < 1 || col < 1 || line > len(f.starts) {
		return 0, false
	}
	off := f.starts[line-1] + col - 1
	end := len(f.data)
	if line < len(f.starts) {
		end = f.starts[line]
	}
	return off, off <= end && off <= len(f.data)
}

// Position is the line and the column in bytes of an offset, both from 1.
func (f *File) Position(offset int) (line, col int) {
	offset = max(0, min(offset, len(f.data)))
	line = sort.SearchInts(f.starts, offset+1)
	return line, offset - f.starts[line-1] + 1
}

// Column converts a column in bytes, as the go command counts, to UTF-16 code units, as editors and SARIF do.
func (f *File) Column(line, col int) int {
	off, ok := f.offset(line, col)
	if !ok {
		return max(col, 1)
	}
	units := 1
	for b := f.data[f.starts[line-1]:off]; len(b) > 0; {
		r, size := utf8.DecodeRune(b)
		if r > 0xFFFF {
			units++
		}
		units++
		b = b[size:]
	}
	return units
}

// parse parses the file as far as it goes.
func (f *File) parse() bool {
	if !f.parsed {
		f.parsed = true
		if filepath.Ext(f.name) == ".go" && len(bytes.TrimSpace(f.data)) > 0 {
			fset := token.NewFileSet()
			// A file with errors still has most of its declarations.
			f.syntax, _ = parser.ParseFile(fset, f.name, f.data, parser.SkipObjectResolution|parser.ParseComments)
			if f.syntax != nil {
				f.pos = fset.File(f.syntax.FileStart)
			}
		}
	}
	return f.pos != nil
}

// at is the position in the syntax tree; false if there is none.
func (f *File) at(line, col int) (token.Pos, bool) {
	off, ok := f.offset(line, col)
	if !ok || !f.parse() || off > f.pos.Size() {
		return 0, false
	}
	return f.pos.Pos(off), true
}

// line is the line in this file, whatever //line comments say.
func (f *File) line(p token.Pos) int { return f.pos.PositionFor(p, false).Line }
