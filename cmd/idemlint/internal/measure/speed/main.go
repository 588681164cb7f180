//go:build unix

// Command speed measures idemlint on a module beside go vet, staticcheck and a driver that does nothing, in one run:
// CPU time, wall time, and the largest resident set of any process.
//
//	go run ./cmd/idemlint/internal/measure/speed -C DIR [-n 3] [packages]
//
// The build cache is filled first. "cold" means that nothing has been analysed yet: a fresh debug switch changes the tool's
// version line, a fresh directory is staticcheck's cache. The edited package is changed through an overlay; the module itself
// is not touched.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/vettool"
)

const staticcheckVersion = "v0.7.0"

func main() {
	log.SetFlags(0)
	log.SetPrefix("speed: ")
	dir := flag.String("C", ".", "module to measure on")
	rounds := flag.Int("n", 3, "rounds; the best of them counts")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	if err := measure(*dir, *rounds, patterns); err != nil {
		log.Fatal(err)
	}
}

func measure(dir string, rounds int, patterns []string) error {
	tmp, err := os.MkdirTemp("", "idemlint-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	b := &bench{dir: dir, tmp: tmp, patterns: patterns, rounds: rounds}
	if err := b.prepare(); err != nil {
		return err
	}
	var rows []row
	for _, m := range []struct {
		name string
		run  func() (usage, error)
	}{
		{"idemlint, cold", func() (usage, error) { return b.cold("idemlint") }},
		{"empty fact analyzer, cold", func() (usage, error) { return b.cold("empty") }},
		{"staticcheck, cold", b.staticcheck},
		{"idemlint, warm", func() (usage, error) { return b.run("", b.bin("idemlint"), patterns...) }},
		{"go vet, warm", func() (usage, error) { return b.run("", "go", append([]string{"vet"}, patterns...)...) }},
		{"go build, one package edited", func() (usage, error) { return b.edited("go", "build") }},
		{"idemlint, one package edited", func() (usage, error) { return b.edited(b.bin("idemlint")) }},
	} {
		u, err := b.best(m.run)
		if err != nil {
			return fmt.Errorf("%s: %v", m.name, err)
		}
		rows = append(rows, row{m.name, u})
	}
	print(rows)
	return nil
}

type row struct {
	name string
	usage
}

func print(rows []row) {
	fmt.Println("| run | CPU s | wall s | peak MB |\n|---|---|---|---|")
	for _, r := range rows {
		fmt.Printf("| %s | %.2f | %.2f | %.0f |\n", r.name, r.cpu.Seconds(), r.wall.Seconds(), r.peakMB)
	}
	cold, empty, static, warm, vet, build, edit := rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6]
	fmt.Println("\n| goal | measured |\n|---|---|")
	fmt.Printf("| CPU cold ≤ 1.3 × empty fact analyzer | %.2f |\n", ratio(cold.cpu, empty.cpu))
	fmt.Printf("| CPU cold ≤ 0.5 × staticcheck | %.2f |\n", ratio(cold.cpu, static.cpu))
	fmt.Printf("| wall warm ≤ 1.1 × go vet warm | %.2f |\n", ratio(warm.wall, vet.wall))
	fmt.Printf("| edited package ≤ 1 s beyond go build | %.2f s |\n", (edit.wall - build.wall).Seconds())
	fmt.Printf("| peak ≤ 0.33 × staticcheck | %.2f |\n", cold.peakMB/static.peakMB)
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }

func (b *bench) bin(name string) string { return filepath.Join(b.tmp, name) }

// cold runs a tool of ours under a debug switch that no run had before, so that the go command's cache has no result.
func (b *bench) cold(name string) (usage, error) {
	b.nonce++
	env := fmt.Sprintf("%s=speed%d.%d", vettool.DebugEnv, os.Getpid(), b.nonce)
	return b.run(env, b.bin(name), b.patterns...)
}

func (b *bench) staticcheck() (usage, error) {
	b.nonce++
	return b.run(fmt.Sprintf("STATICCHECK_CACHE=%s/static%d", b.tmp, b.nonce), b.bin("staticcheck"), b.patterns...)
}
