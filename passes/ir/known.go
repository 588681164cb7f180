package ir

import (
	"flag"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/catalog"
)

// SkipFlag is a flag of Analyzer, on by default: packages that the catalogue speaks for are not analysed. A driver that knows
// itself which packages are asked for turns it off, as our command does.
const SkipFlag = "skip"

func flags() (fs flag.FlagSet) {
	fs.Bool(SkipFlag, true, "analyse neither the standard library nor modules of the catalogue")
	return fs
}

// notAnalysed stands in the place of a type error: no pass looks at a package that has one.
var notAnalysed = types.Error{Msg: "what the package does is known from the catalogue"}

// hide makes a known package look like one that cannot be analysed. It costs nothing then and has no facts: drivers that work in
// one process, such as golangci-lint and gopls, hand a pass with facts every dependency, all of the standard library included,
// and what it would learn there would differ from what the catalogue says.
func hide(pass *analysis.Pass) *analysis.Pass {
	if on, ok := Analyzer.Flags.Lookup(SkipFlag).Value.(flag.Getter); !ok || on.Get() != true || !known(pass) {
		return pass
	}
	own := *pass
	own.TypeErrors = append(slices.Clip(own.TypeErrors), notAnalysed)
	return &own
}

// known reports whether the package is of the standard library, or of a module that the catalogue describes. Without a version
// the module is the one under work: whoever works on a modelled library wants it analysed.
func known(pass *analysis.Pass) bool {
	if pass.Pkg == nil {
		return false
	}
	if m := pass.Module; m != nil && m.Path != "" {
		return m.Version != "" && catalog.Default().ModelsModule(m.Path)
	}
	// No module: the standard library, or a driver that knows no modules, such as nogo.
	return speaksFor(pass.Pkg.Path())
}

// Std reports whether an import path is of the standard library. Modules may have names without a dot, so that is not enough to go by.
func Std(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return standard[first]
}

// speaksFor reports whether a package lies in the standard library or in a module that the catalogue describes, by its path alone.
func speaksFor(path string) bool {
	if Std(path) {
		return true
	}
	for ; path != ""; path = path[:max(0, strings.LastIndexByte(path, '/'))] {
		if catalog.Default().ModelsModule(path) {
			return true
		}
	}
	return false
}

// Spoken reports whether the catalogue speaks for a package that another imports. Facts about it exist only where a driver analysed it
// all the same; they say what happens inside, not what it means to callers, and are not to be asked for.
func Spoken(pkg, by *types.Package) bool {
	// Within such modules, or between two, somebody works on them.
	return pkg != nil && by != nil && speaksFor(pkg.Path()) && !speaksFor(by.Path())
}

// standard holds the first elements of the import paths of the standard library.
var standard = set("archive", "bufio", "bytes", "cmd", "cmp", "compress", "container", "context", "crypto", "database", "debug",
	"embed", "encoding", "errors", "expvar", "flag", "fmt", "go", "hash", "html", "image", "index", "internal", "io", "iter", "log",
	"maps", "math", "mime", "net", "os", "path", "plugin", "reflect", "regexp", "runtime", "slices", "sort", "strconv", "strings",
	"structs", "sync", "syscall", "testing", "text", "time", "unicode", "unique", "unsafe", "vendor", "weak")
