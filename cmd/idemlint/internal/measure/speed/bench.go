//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"
)

// bench holds what the runs share.
type bench struct {
	dir, tmp string
	patterns []string
	rounds   int
	nonce    int
	leaf     listed
}

type listed struct {
	ImportPath, Dir, Name string
	GoFiles, Imports      []string
}

// prepare builds the tools, fills the build cache and chooses the package to edit.
func (b *bench) prepare() error {
	for name, pkg := range map[string]string{"idemlint": "./cmd/idemlint", "empty": "./cmd/idemlint/internal/measure/empty"} {
		if out, err := exec.Command("go", "build", "-o", b.bin(name), pkg).CombinedOutput(); err != nil {
			return fmt.Errorf("%v\n%s", err, out)
		}
	}
	if found, err := exec.LookPath("staticcheck"); err == nil {
		if err := os.Symlink(found, b.bin("staticcheck")); err != nil {
			return err
		}
	} else {
		cmd := exec.Command("go", "install", "honnef.co/go/tools/cmd/staticcheck@"+staticcheckVersion)
		cmd.Env = append(os.Environ(), "GOBIN="+b.tmp, "GOFLAGS=")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%v\n%s", err, out)
		}
	}
	// Export data of everything, tests included, and each tool once.
	for _, args := range [][]string{
		append([]string{"go", "list", "-export", "-deps", "-test", "-f", "{{.Name}}"}, b.patterns...),
		append([]string{"go", "build"}, b.patterns...),
		append([]string{"go", "vet"}, b.patterns...),
		append([]string{b.bin("idemlint")}, b.patterns...),
	} {
		if _, err := b.run("", args[0], args[1:]...); err != nil {
			return err
		}
	}
	return b.chooseLeaf()
}

// chooseLeaf takes the largest package that no other package of the module imports, commands aside.
func (b *bench) chooseLeaf() error {
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,Name,GoFiles,Imports"}, b.patterns...)...)
	cmd.Dir = b.dir
	out, err := cmd.Output()
	if err != nil {
		return err
	}
	imported := map[string]bool{}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p listed
		if err := dec.Decode(&p); err != nil {
			return err
		}
		all = append(all, p)
		for _, imp := range p.Imports {
			imported[imp] = true
		}
	}
	all = slices.DeleteFunc(all, func(p listed) bool { return imported[p.ImportPath] || len(p.GoFiles) == 0 })
	if len(all) == 0 {
		return errors.New("no package that nobody imports")
	}
	b.leaf = slices.MaxFunc(all, func(p, q listed) int {
		if (p.Name == "main") != (q.Name == "main") {
			return map[bool]int{true: -1, false: 1}[p.Name == "main"]
		}
		return len(p.GoFiles) - len(q.GoFiles)
	})
	return nil
}

// edited runs a command after a change to one package, seen through an overlay.
func (b *bench) edited(name string, args ...string) (usage, error) {
	b.nonce++
	file := filepath.Join(b.leaf.Dir, b.leaf.GoFiles[0])
	src, err := os.ReadFile(file)
	if err != nil {
		return usage{}, err
	}
	changed := filepath.Join(b.tmp, fmt.Sprintf("edit%d.go", b.nonce))
	src = fmt.Appendf(src, "\nvar _ = %d.%d\n", os.Getpid(), b.nonce)
	if err := os.WriteFile(changed, src, 0o666); err != nil {
		return usage{}, err
	}
	data, err := json.Marshal(map[string]any{"Replace": map[string]string{file: changed}})
	if err != nil {
		return usage{}, err
	}
	overlay := changed + ".json"
	if err := os.WriteFile(overlay, data, 0o666); err != nil {
		return usage{}, err
	}
	return b.run("GOFLAGS=-overlay="+overlay, name, append(args, b.patterns...)...)
}

// usage is what a run cost, all its processes together; the peak is that of the largest.
type usage struct {
	cpu, wall time.Duration
	peakMB    float64
}

// run counts exit code 1, findings, as success.
func (b *bench) run(env, name string, args ...string) (usage, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = b.dir
	cmd.Env = os.Environ()
	if env != "" {
		cmd.Env = append(cmd.Env, env)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 {
		return usage{}, fmt.Errorf("%v\n%s", err, stderr.Bytes())
	}
	u := usage{cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), wall: wall}
	if ru, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.peakMB = float64(ru.Maxrss) / 1024
		if runtime.GOOS == "darwin" {
			u.peakMB /= 1024 // bytes there
		}
	}
	return u, nil
}

// best takes the least of each figure over the rounds.
func (b *bench) best(run func() (usage, error)) (usage, error) {
	var out usage
	for i := range b.rounds {
		u, err := run()
		if err != nil {
			return usage{}, err
		}
		if i == 0 {
			out = u
		}
		out.cpu, out.wall, out.peakMB = min(out.cpu, u.cpu), min(out.wall, u.wall), min(out.peakMB, u.peakMB)
	}
	return out, nil
}
