package config

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// InTestCode reports whether pos lies in code that only tests run: a _test.go file, a file that imports "testing", or a
// package that by its path or its imports is a test helper. The fault is real there but charges nobody.
func InTestCode(pass *analysis.Pass, pos token.Pos) bool {
	return IsTestPackage(pass) || IsTestFile(pass, fileOf(pass, pos))
}

// IsTestFile reports whether a file is test code by itself.
func IsTestFile(pass *analysis.Pass, f *ast.File) bool {
	return f != nil && (IsTestFileName(pass.Fset.Position(f.FileStart).Filename) || importsTesting(f))
}

// IsTestFileName reports whether the go command builds the file for tests only.
func IsTestFileName(name string) bool { return strings.HasSuffix(name, "_test.go") }

// IsTestPackage reports whether a whole package is test code: its directory says so, or most of its files import "testing".
// One helper file that imports it (a mock beside the real store) does not make a package a test.
func IsTestPackage(pass *analysis.Pass) bool {
	if testPath(pass) {
		return true
	}
	files, testing := 0, 0
	for _, f := range pass.Files {
		if IsTestFileName(pass.Fset.Position(f.FileStart).Filename) {
			continue
		}
		files++
		if importsTesting(f) {
			testing++
		}
	}
	return files > 0 && 2*testing >= files
}

var testDir = regexp.MustCompile(`^(_?examples?|tests?|testing|testdata|testutils?|testhelpers?|testlib|e2e|mocks?[a-z0-9_]*|[a-z0-9]+mocks?|fakes?|devtools|harness|.*[_-]tests?|(integration|acceptance)tests?)$`)

// testPath looks at the directories below the module's root only: a module may well be called github.com/acme/test.
func testPath(pass *analysis.Pass) bool {
	path, _, _ := strings.Cut(pass.Pkg.Path(), " ") // "p [p.test]" is p with its tests
	if pass.Module != nil {
		path = strings.TrimPrefix(strings.TrimPrefix(path, pass.Module.Path), "/")
	} else if _, after, ok := strings.Cut(path, "/"); ok {
		path = after
	} else {
		return false
	}
	for elem := range strings.SplitSeq(path, "/") {
		if testDir.MatchString(elem) {
			return true
		}
	}
	return false
}

func importsTesting(f *ast.File) bool {
	for _, imp := range f.Imports {
		if imp.Path.Value == `"testing"` {
			return true
		}
	}
	return false
}

var generatedLine = regexp.MustCompile(`^// Code generated .* DO NOT EDIT\.$`)

// InGenerated reports whether pos lies in a generated file. The header must stand in the same file as pos: what cgo makes
// of a hand-written file begins with such a header too, but its lines point to the file they came from.
func InGenerated(pass *analysis.Pass, pos token.Pos) bool {
	f := fileOf(pass, pos)
	if f == nil {
		return false
	}
	name := pass.Fset.Position(pos).Filename
	for _, group := range f.Comments {
		if group.Pos() > f.Package {
			return false
		}
		for _, c := range group.List {
			if generatedLine.MatchString(strings.TrimSuffix(c.Text, "\r")) && filepath.Base(pass.Fset.Position(c.Pos()).Filename) == filepath.Base(name) {
				return true
			}
		}
	}
	return false
}

func fileOf(pass *analysis.Pass, pos token.Pos) *ast.File {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}
