package gopls

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const goplsPath = "golang.org/x/tools/gopls"

// goCommand runs the go command.
type goCommand struct {
	ctx  context.Context
	path string
}

func (g *goCommand) find() (err error) {
	g.path, err = exec.LookPath("go")
	if err != nil {
		return fmt.Errorf("no go command on the PATH: install Go from https://go.dev/dl, gopls needs it too")
	}
	return nil
}

// run gives what was printed on stdout; an error has what was printed on stderr.
func (g *goCommand) run(dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(g.ctx, g.path, args...)
	cmd.Dir = dir
	// The copy is a module by itself, in nobody's workspace.
	cmd.Env = append(os.Environ(), "GOWORK=off", "PWD="+dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if g.ctx.Err() != nil {
			return nil, errors.New("interrupted")
		}
		return stdout.Bytes(), fmt.Errorf("go %s: %w\n%s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return stdout.Bytes(), nil
}

// binDir is where go install puts commands.
func (g *goCommand) binDir() (string, error) {
	out, err := g.run(os.TempDir(), "env", "-json", "GOBIN", "GOPATH")
	if err != nil {
		return "", err
	}
	var env struct{ GOBIN, GOPATH string }
	if err := json.Unmarshal(out, &env); err != nil {
		return "", err
	}
	if env.GOBIN != "" {
		return env.GOBIN, nil
	}
	if list := filepath.SplitList(env.GOPATH); len(list) > 0 {
		return filepath.Join(list[0], "bin"), nil
	}
	return "", errors.New("neither GOBIN nor GOPATH is set: name the file with -o")
}

// build makes the binary. The copy is the main module, which needs no wrapper and makes it call itself a development version:
// editors do not offer to update it, and Go telemetry does not count it as the release it was.
func build(g *goCommand, r release, s self, out string) (err error) {
	dir, err := os.MkdirTemp("", "idemlint-gopls-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := fetch(g, r, dir); err != nil {
		return err
	}
	if err := patch(dir); err != nil {
		return fmt.Errorf("gopls %s: %w", r.version, err)
	}
	edit := []string{"mod", "edit", "-require=" + modulePath + "@" + s.required()}
	if s.replace != "" {
		edit = append(edit, "-replace="+modulePath+"="+s.replace)
	}
	if _, err := g.run(dir, edit...); err != nil {
		return err
	}
	// With -trimpath the folder's random name is neither in the binary nor in the build cache's keys: a second build only links.
	_, err = g.run(dir, "build", "-mod=mod", "-trimpath", "-buildvcs=false", "-ldflags=-X main.version="+r.version+"+idemlint", "-o", out, ".")
	if err != nil {
		return fmt.Errorf("building gopls %s failed: %w", r.version, err)
	}
	return nil
}

// required is the version for the require directive; beside a replaced folder any will do.
func (s self) required() string {
	if s.version == "" || s.version == "(devel)" {
		return "v0.0.0"
	}
	return s.version
}

// fetch copies the sources of a gopls into dir, through the module cache and its checksums.
func fetch(g *goCommand, r release, dir string) error {
	out, err := g.run(dir, "mod", "download", "-json", goplsPath+"@"+r.version)
	var m struct{ Dir, Sum, Error string }
	if jsonErr := json.Unmarshal(out, &m); jsonErr == nil && m.Error != "" {
		return fmt.Errorf("downloading gopls %s: %s", r.version, m.Error)
	}
	if err != nil {
		return err
	}
	if m.Sum != r.sum {
		return fmt.Errorf("gopls %s has the checksum %s, want %s", r.version, m.Sum, r.sum)
	}
	return os.CopyFS(dir, os.DirFS(m.Dir))
}
