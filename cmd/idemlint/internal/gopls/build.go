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

	"golang.org/x/mod/modfile"
)

const (
	goplsPath = "golang.org/x/tools/gopls"
	toolsPath = "golang.org/x/tools"
)

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

// env asks for settings of the go command.
func (g *goCommand) env(names ...string) ([]string, error) {
	out, err := g.run(os.TempDir(), append([]string{"env"}, names...)...)
	return strings.Split(strings.ReplaceAll(string(out), "\r\n", "\n"), "\n"), err
}

// binDir is where go install puts commands.
func (g *goCommand) binDir() (string, error) {
	env, err := g.env("GOBIN", "GOPATH")
	if err != nil {
		return "", err
	}
	if env[0] != "" {
		return env[0], nil
	}
	if list := filepath.SplitList(env[1]); len(list) > 0 {
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
	if err := require(g, s, dir); err != nil {
		return err
	}
	// With -trimpath the folder's random name is neither in the binary nor in the build cache's keys: a second build only links.
	_, err = g.run(dir, "build", "-mod=mod", "-trimpath", "-buildvcs=false", "-ldflags=-X main.version="+r.version+"+idemlint", "-o", out, ".")
	if err != nil {
		return fmt.Errorf("building gopls %s failed: %w", r.version, err)
	}
	return nil
}

// require adds the rules to the requirements of gopls. It uses packages of x/tools that are internal and change from commit to
// commit: whatever we require, it gets the very version it was released with. Ours is lower or works with it.
func require(g *goCommand, s self, dir string) error {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return err
	}
	mod, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		return err
	}
	args := []string{"mod", "edit", "-require=" + modulePath + "@" + s.required()}
	for _, r := range mod.Require {
		if r.Mod.Path == toolsPath {
			args = append(args, "-replace="+toolsPath+"="+r.Mod.String())
		}
	}
	if s.replace != "" {
		args = append(args, "-replace="+modulePath+"="+s.replace)
	}
	_, err = g.run(dir, args...)
	return err
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
