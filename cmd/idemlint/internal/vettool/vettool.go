// Package vettool speaks the protocol by which the go command runs an analysis tool: it asks for a version (-V=full), for
// the flags (-flags), and then starts the tool once a package with a .cfg file. The analysis itself is unitchecker's.
package vettool

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/ir"
)

// Asked reports whether the arguments are those of the go command, not of a person.
func Asked(args []string) bool {
	if len(args) == 0 {
		return false
	}
	return args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg")
}

// Main answers the go command and returns an exit code; it does not return from the analysis of a package, which ends the
// process itself.
func Main(args []string, rules []rule.Entry, stdout, stderr io.Writer) int {
	err := answer(args, rules, stdout)
	if err != nil {
		fmt.Fprintf(stderr, "idemlint: %v\n", err)
		return 2
	}
	return 0
}

func answer(args []string, rules []rule.Entry, stdout io.Writer) error {
	switch args[0] {
	case "-V=full":
		return printVersion(rules, stdout)
	case "-flags":
		return printFlags(stdout)
	}
	o, err := parse(args, rules)
	if err != nil {
		return err
	}
	u, err := readUnit(o.unit)
	if err != nil {
		return err
	}
	if u.skippable() && !Debug("noskip") {
		// An empty facts file says: nothing to tell. Types come from the compiler's export data, not from here.
		return os.WriteFile(u.VetxOutput, nil, 0o666)
	}
	if o.observe && u.latentRoot() {
		if o.unit, err = u.asRoot(o.unit); err != nil {
			return err
		}
	}
	// What may be skipped was, above, where it is known which packages are asked for.
	if err := ir.Analyzer.Flags.Set(ir.SkipFlag, "false"); err != nil {
		return err
	}
	collectLate()
	// unitchecker reads its flags from the command line of the process, and begins its messages with its name.
	os.Args = append([]string{"idemlint"}, append(o.pass, o.unit)...)
	unitchecker.Main(o.analyzers(rules, u.VetxOnly && !Debug("noskip"))...)
	return nil
}

// heapLimit is the size of the heap, in bytes, below which garbage is left lying: hardly any package needs more, and the process ends with
// the package. Measured on a service of 92 packages: a quarter less CPU.
const heapLimit = 256 << 20

// collectLate lets a short-lived process do without collecting garbage, unless the environment says otherwise. The first collection,
// at the limit, brings the usual ways back: a heap that needs to be larger would be collected all the time.
func collectLate() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(heapLimit)
	type garbage struct{ _ [64]byte }
	runtime.SetFinalizer(new(garbage), func(*garbage) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
}

// Version is the version of the module this binary was built from, "(devel)" for a checkout.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// printVersion prints the line that the go command makes part of its cache key. It must change with everything that may
// change a result and is not a flag: the executable, the configuration files, the debug switches.
//
// It is also where a broken configuration is told: once, before any package is analysed.
func printVersion(rules []rule.Entry, w io.Writer) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	if err := config.CheckIn(dir, analyzers.Names(rules)); err != nil {
		return err
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := os.Open(exe)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	fmt.Fprintf(h, "\x00%s\x00", os.Getenv(DebugEnv))
	if err := config.HashIn(h, dir); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "idemlint version %s buildID=%x\n", Version(), h.Sum(nil))
	return err
}

func printFlags(w io.Writer) error {
	type jsonFlag struct {
		Name  string
		Bool  bool
		Usage string
	}
	var list []jsonFlag
	new(options).flagSet().VisitAll(func(f *flag.Flag) {
		b, ok := f.Value.(interface{ IsBoolFlag() bool })
		list = append(list, jsonFlag{f.Name, ok && b.IsBoolFlag(), f.Usage})
	})
	data, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// DebugEnv names the environment variable with debug switches, separated by commas. "noskip" turns off the early exits,
// so that a test can show that they change nothing; "noprogram" leaves out the rules about the whole program, which no other driver
// has.
const DebugEnv = "IDEMLINT_DEBUG"

// Debug reports whether a debug switch is on.
func Debug(name string) bool {
	for s := range strings.SplitSeq(os.Getenv(DebugEnv), ",") {
		if s == name {
			return true
		}
	}
	return false
}

// analyzers are the roots to run. For a dependency only facts matter, and no rule has any.
func (o *options) analyzers(rules []rule.Entry, factsOnly bool) []*analysis.Analyzer {
	var roots []*analysis.Analyzer
	for _, r := range rules {
		roots = append(roots, r.Analyzer)
	}
	if o.observe {
		roots = append(roots, analyzers.Observer(rules))
	}
	if !factsOnly {
		return roots
	}
	var facts []*analysis.Analyzer
	for _, a := range analyzers.All(roots) {
		if len(a.FactTypes) > 0 {
			facts = append(facts, a)
		}
	}
	return facts
}
