// Command score runs idemlint over a module of labelled cases and counts.
//
//	go run ./score [-vet] [-v] [-advice] [-only REGEXP] [-rules a,b] -tool PATH-TO-IDEMLINT [packages]
//
// Labels are comments (in SQL files after --) at the end of the line where a finding is expected:
//
//	// fault: unkeyedretry            a finding of this rule must stand on this line
//	// fault: volatilekey|attemptkey  any one of these rules will do
//	// fault: attemptkey #a           any one line of the package's group #a will do
//	// allow: checkthenact            a finding of this rule here counts neither way ("*": any rule)
//
// The advice rules (unversionedkey, unprunedkeys, silentreconcile) are off by default: they are scored alone, with -advice,
// which runs the tool with -level=advice. -only matches paths relative to the module; -rules counts the faults and findings of some rules only.
//
// Every other finding is wrong, and a second finding on one fault is a double, which costs precision too.
// Output: one line a rule (right, missed, wrong, double), then the totals.
// Exit status 0 when recall, precision and the share of proved findings among the right ones reach -min-recall, -min-precision
// and -min-proved, 1 otherwise, 2 when the run itself failed or a package was not analysed.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

var adviceRules = map[string]bool{"unversionedkey": true, "unprunedkeys": true, "silentreconcile": true}

type label struct {
	file  string
	line  int
	rules []string
	group string // "dir#name", or unique per label
}

type finding struct {
	file string
	line int
	rule string
	msg  string
	// proved: every step was seen; else a name or a default took part ("likely").
	proved bool
}

var labelRE = regexp.MustCompile(`(?://|--)\s*(fault|allow):\s*([a-z*]+(?:\s*[|,]\s*[a-z*]+)*)(?:\s+#(\w+))?`)

func main() {
	tool := flag.String("tool", "", "path of the idemlint binary")
	vet := flag.Bool("vet", false, "run through go vet -vettool instead of the standalone command")
	advice := flag.Bool("advice", false, "score the advice rules, and only them")
	verbose := flag.Bool("v", false, "print each missed and each wrong finding")
	only := flag.String("only", "", "score only files whose path matches")
	rulesFlag := flag.String("rules", "", "count only these rules (comma-separated)")
	minRecall := flag.Float64("min-recall", 0, "required share of faults found")
	minPrecision := flag.Float64("min-precision", 0, "required share of findings that are right")
	minProved := flag.Float64("min-proved", 0, "required share of right findings whose evidence is proved")
	flag.Parse()
	if *tool == "" {
		fail(fmt.Errorf("-tool is required"))
	}
	pkgs := flag.Args()
	if len(pkgs) == 0 {
		pkgs = []string{"./..."}
	}
	abs, err := filepath.Abs(*tool)
	if err != nil {
		fail(err)
	}
	onlyRE, err := regexp.Compile(*only)
	if err != nil {
		fail(err)
	}
	faults, allows, err := labels(".", onlyRE)
	if err != nil {
		fail(err)
	}
	wanted := map[string]bool{}
	for _, r := range strings.FieldsFunc(*rulesFlag, func(r rune) bool { return r == ',' }) {
		wanted[r] = true
	}
	counts := func(rule string) bool {
		return adviceRules[rule] == *advice && (len(wanted) == 0 || wanted[rule])
	}
	faults = keep(faults, func(l label) bool { return counts(l.rules[0]) })
	var cmd *exec.Cmd
	if *vet {
		cmd = exec.Command("go", append([]string{"vet", "-json", "-vettool=" + abs}, pkgs...)...)
	} else {
		args := []string{"-json"}
		if *advice {
			args = append(args, "-level=advice")
		}
		cmd = exec.Command(abs, append(args, pkgs...)...)
	}
	var out, errb bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errb
	runErr := cmd.Run()
	finds, n, err := parse(io.MultiReader(&out, bytes.NewReader(errb.Bytes())))
	var exit *exec.ExitError
	if err != nil || n == 0 && runErr != nil || errors.As(runErr, &exit) && exit.ExitCode() == 2 {
		os.Stderr.Write(errb.Bytes())
		fail(fmt.Errorf("no readable output (run: %v, parse: %v)", runErr, err))
	}

	type count struct{ right, missed, wrong, double, proved int }
	per := map[string]*count{}
	get := func(r string) *count {
		if per[r] == nil {
			per[r] = &count{}
		}
		return per[r]
	}
	used := make([]bool, len(finds))
	groups := map[string][]label{}
	for _, l := range faults {
		groups[l.group] = append(groups[l.group], l)
	}
	var keys []string
	for k := range groups {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		found, proved := "", false
		for _, l := range groups[k] {
			for i, f := range finds {
				if f.file == l.file && f.line == l.line && contains(l.rules, f.rule) {
					used[i] = true
					if found == "" {
						found, proved = f.rule, f.proved
					} else {
						get(f.rule).double++
						if *verbose {
							fmt.Printf("double %s:%d %s: %s\n", rel(f.file), f.line, f.rule, f.msg)
						}
					}
				}
			}
		}
		l := groups[k][0]
		if found != "" {
			get(found).right++
			if proved {
				get(found).proved++
			}
		} else {
			get(l.rules[0]).missed++
			if *verbose {
				fmt.Printf("missed %s:%d %s\n", l.file, l.line, strings.Join(l.rules, "|"))
			}
		}
	}
	for i, f := range finds {
		if used[i] || !onlyRE.MatchString(rel(f.file)) || !counts(f.rule) {
			continue
		}
		ok := false
		for _, a := range allows {
			if a.file == f.file && a.line == f.line && (contains(a.rules, f.rule) || contains(a.rules, "*")) {
				ok = true
			}
		}
		if ok {
			continue
		}
		get(f.rule).wrong++
		if *verbose {
			fmt.Printf("wrong  %s:%d %s: %s\n", f.file, f.line, f.rule, f.msg)
		}
	}
	var rules []string
	for r := range per {
		rules = append(rules, r)
	}
	sort.Strings(rules)
	var t count
	fmt.Printf("%-22s %6s %7s %6s %7s %7s\n", "rule", "right", "missed", "wrong", "double", "proved")
	for _, r := range rules {
		c := per[r]
		fmt.Printf("%-22s %6d %7d %6d %7d %7d\n", r, c.right, c.missed, c.wrong, c.double, c.proved)
		t.right += c.right
		t.missed += c.missed
		t.wrong += c.wrong
		t.double += c.double
		t.proved += c.proved
	}
	recall, precision := ratio(t.right, t.right+t.missed), ratio(t.right, t.right+t.wrong+t.double)
	fmt.Printf("recall %.3f (%d of %d)  precision %.3f (%d right, %d wrong, %d double)\n", recall, t.right, t.right+t.missed, precision, t.right, t.wrong, t.double)
	proved := ratio(t.proved, t.right)
	fmt.Printf("proved %.3f (%d of %d right)\n", proved, t.proved, t.right)
	if recall < *minRecall || precision < *minPrecision || proved < *minProved {
		os.Exit(1)
	}
}

// rel gives the path below the current directory, or the path itself.
func rel(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	r, err := filepath.Rel(wd, path)
	if err != nil {
		return path
	}
	return r
}

func keep[T any](list []T, ok func(T) bool) []T {
	var out []T
	for _, x := range list {
		if ok(x) {
			out = append(out, x)
		}
	}
	return out
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// labels reads the expectations below dir from Go and SQL files.
func labels(dir string, only *regexp.Regexp) (faults, allows []label, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "score" {
			return filepath.SkipDir
		}
		if ext := filepath.Ext(path); d.IsDir() || ext != ".go" && ext != ".sql" || !only.MatchString(path) {
			return nil
		}
		abs, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		sc := bufio.NewScanner(f)
		sc.Buffer(nil, 1<<20)
		for n := 1; sc.Scan(); n++ {
			for _, m := range labelRE.FindAllStringSubmatch(sc.Text(), -1) {
				l := label{file: abs, line: n, rules: strings.FieldsFunc(m[2], func(r rune) bool { return r == '|' || r == ',' || r == ' ' })}
				if m[3] != "" {
					l.group = filepath.Dir(path) + "#" + m[3]
				} else {
					l.group = abs + ":" + strconv.Itoa(n) + ":" + m[2]
				}
				if m[1] == "fault" {
					faults = append(faults, l)
				} else {
					allows = append(allows, l)
				}
			}
		}
		return sc.Err()
	})
	return faults, allows, err
}

// parse reads the trees of `go vet -json`: package -> analyzer -> []diagnostic or error.
func parse(r io.Reader) ([]finding, int, error) {
	var js bytes.Buffer
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<26)
	for sc.Scan() {
		if t := strings.TrimSpace(sc.Text()); t == "" || strings.HasPrefix(t, "#") || strings.HasPrefix(t, "exit status") {
			continue
		}
		js.Write(sc.Bytes())
		js.WriteByte('\n')
	}
	if err := sc.Err(); err != nil {
		return nil, 0, err
	}
	seen := map[finding]bool{}
	var out []finding
	dec := json.NewDecoder(&js)
	n := 0
	for {
		var tree map[string]map[string]json.RawMessage
		if err := dec.Decode(&tree); err == io.EOF {
			return out, n, nil
		} else if err != nil {
			return nil, n, err
		}
		n++
		for _, byRule := range tree {
			for rule, raw := range byRule {
				var ds []struct{ Category, Posn, Message string }
				if json.Unmarshal(raw, &ds) != nil {
					fmt.Fprintf(os.Stderr, "%s: %s\n", rule, raw)
					continue
				}
				for _, d := range ds {
					p := strings.Split(d.Posn, ":")
					if len(p) < 2 {
						continue
					}
					i := len(p) - 2 // file:line:col
					if len(p) == 2 {
						i = 1
					}
					line, err := strconv.Atoi(p[i])
					if err != nil {
						continue
					}
					file, err := filepath.Abs(strings.Join(p[:i], ":"))
					if err != nil {
						return nil, n, err
					}
					f := finding{file, line, rule, strings.SplitN(d.Message, "\n", 2)[0], strings.HasSuffix(d.Category, "/proved")}
					if !seen[f] {
						seen[f] = true
						out = append(out, f)
					}
				}
			}
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "score:", err)
	os.Exit(2)
}
