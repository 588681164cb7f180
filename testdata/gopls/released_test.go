package gopls

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// TestReleased goes the way of a user who has no checkout: idemlint is installed from a module proxy, and the gopls that it builds
// takes the rules in the same version from there.
func TestReleased(t *testing.T) {
	mod := module.Version{Path: "github.com/idemlint/idemlint", Version: "v0.0.1"}
	dir := t.TempDir()
	proxy := publish(t, filepath.Join(dir, "proxy"), mod)
	known, err := exec.Command("go", "env", "GOPROXY", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	env := strings.Split(string(known), "\n")
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		// A module cache of its own, so that the release that never was is not left in the user's. What that has is taken from there.
		cmd.Env = append(os.Environ(), "GOMODCACHE="+filepath.Join(dir, "mod"), "GOBIN="+filepath.Join(dir, "bin"), "GOWORK=off",
			"GOFLAGS=-modcacherw -trimpath", "GONOSUMDB="+mod.Path,
			"GOPROXY="+strings.Join([]string{proxy, fileURL(filepath.Join(env[1], "cache", "download")), env[0]}, ","))
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Run(); err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, stderr.Bytes())
		}
		return stdout.String()
	}
	run("go", "install", mod.Path+"/cmd/idemlint@"+mod.Version)
	bin := filepath.Join(dir, "bin", "idemlint")
	printed := run(bin, "gopls")
	binary := bin + "-gopls"
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	if !strings.HasPrefix(printed, "Built "+binary+"\n") {
		t.Errorf("want %s beside the command:\n%s", binary, printed)
	}
	if info := run("go", "version", "-m", binary); !strings.Contains(info, mod.Path+"\t"+mod.Version+"\t") {
		t.Errorf("the rules in it are not those of %s:\n%s", mod.Version, info)
	}
}

// publish makes a module proxy, which is a folder, of the checkout.
func publish(t *testing.T, proxy string, mod module.Version) string {
	t.Helper()
	dir := filepath.Join(proxy, filepath.FromSlash(mod.Path), "@v")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := zip.CreateFromDir(&b, mod, checkout(t)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, mod.Version)
	write(t, name+".zip", b.String())
	write(t, name+".mod", read(t, filepath.Join(checkout(t), "go.mod")))
	write(t, filepath.Join(dir, "list"), mod.Version+"\n")
	write(t, name+".info", `{"Version": "`+mod.Version+`"}`)
	return fileURL(proxy)
}

func fileURL(path string) string { return "file:///" + strings.TrimPrefix(filepath.ToSlash(path), "/") }
