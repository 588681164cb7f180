package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const ciDoc = "../../docs/ci.md"

var quoted = regexp.MustCompile("(?s)<!-- (ci/[\\w.-]+) -->\n```yaml\n(.*?)```")

// TestCIDoc holds that docs/ci.md shows the files in docs/ci, all of them and as they are; -update puts them there.
func TestCIDoc(t *testing.T) {
	doc, err := os.ReadFile(ciDoc)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	want := quoted.ReplaceAllStringFunc(string(doc), func(block string) string {
		name := quoted.FindStringSubmatch(block)[1]
		data, err := os.ReadFile(filepath.Join("../../docs", name))
		if err != nil {
			t.Error(err)
		}
		shown[name] = true
		return fmt.Sprintf("<!-- %s -->\n```yaml\n%s```", name, data)
	})
	files, err := filepath.Glob("../../docs/ci/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in docs/ci: %v", err)
	}
	for _, f := range files {
		if name := "ci/" + filepath.Base(f); !shown[name] {
			t.Errorf("docs/ci.md does not show %s", name)
		}
	}
	if *update {
		if err := os.WriteFile(ciDoc, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if want != string(doc) {
		t.Error("docs/ci.md shows other files than those in docs/ci: run with -update")
	}
}

// step is what the files of GitHub, GitLab and pre-commit have in common, for this test.
type step struct {
	Run  string            `yaml:"run"`
	Uses string            `yaml:"uses"`
	With map[string]string `yaml:"with"`
	Env  map[string]string `yaml:"env"`
}

type action struct {
	Inputs map[string]struct {
		Default string `yaml:"default"`
	} `yaml:"inputs"`
	Runs struct {
		Steps []step `yaml:"steps"`
	} `yaml:"runs"`
}

// TestAction runs the script of action.yml as GitHub would, with each set of inputs that docs/ci shows.
func TestAction(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	needsBash(t)
	var a action
	load(t, "../../action.yml", &a)
	for _, name := range []string{"github-gate.yml", "github-code-scanning.yml"} {
		t.Run(name, func(t *testing.T) {
			var w struct {
				Jobs map[string]struct {
					Steps []step `yaml:"steps"`
				} `yaml:"jobs"`
			}
			load(t, "../../docs/ci/"+name, &w)
			for _, s := range w.Jobs["idemlint"].Steps {
				if !strings.HasPrefix(s.Uses, "idemlint/idemlint@") {
					continue
				}
				dir := twoCommits(t)
				out, code := a.run(t, dir, s.With)
				wantCode := 1
				if s.With["fail-on"] == "never" {
					wantCode = 0
				}
				if code != wantCode || !strings.Contains(out, "::error file=p.go,line=5,") {
					t.Errorf("exit code %d, want %d\n%s", code, wantCode, out)
				}
				if old := strings.Contains(out, "line=4,"); old != (s.With["new-from"] == "") {
					t.Errorf("old finding shown: %t\n%s", old, out)
				}
				if file := s.With["sarif"]; file != "" {
					if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
						t.Error(err)
					}
				}
				return
			}
			t.Error("the action is not used")
		})
	}
	t.Run("all inputs", func(t *testing.T) {
		dir := twoCommits(t)
		if err := os.WriteFile(filepath.Join(dir, "base.json"), []byte(`{"version": 1, "findings": []}`), 0o666); err != nil {
			t.Fatal(err)
		}
		out, code := a.run(t, dir, map[string]string{"baseline": "base.json", "flags": "-rules=loud -level=error", "packages": ". ./...", "new-from": "HEAD; exit 7", "fail-on": "error"})
		if code != 2 || !strings.Contains(out, "there is no revision HEAD; exit 7 in ") {
			t.Errorf("exit code %d\n%s", code, out)
		}
		out, code = a.run(t, dir, map[string]string{"baseline": "base.json", "flags": "-rules=loud -level=error", "packages": ". ./..."})
		if code != 2 || !strings.Contains(out, "-fail-on=warning asks for findings that -level=error leaves out") {
			t.Errorf("exit code %d\n%s", code, out)
		}
	})
}

// run does what GitHub does with a composite action: defaults, inputs into the environment, bash -e.
func (a *action) run(t *testing.T, dir string, with map[string]string) (string, int) {
	t.Helper()
	for name := range with {
		if _, ok := a.Inputs[name]; !ok {
			t.Fatalf("the action has no input %q", name)
		}
	}
	temp := t.TempDir()
	if err := os.Mkdir(filepath.Join(temp, "idemlint-bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(temp, "idemlint-bin", "idemlint"), []byte("#!/bin/sh\nexec toylint \"$@\"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	last := a.Runs.Steps[len(a.Runs.Steps)-1]
	cmd := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", last.Run)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "RUNNER_TEMP="+temp)
	for key, value := range last.Env {
		name := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
		in, ok := a.Inputs[name]
		if !ok {
			t.Fatalf("%s: %s is no input", key, value)
		}
		if w, ok := with[name]; ok {
			in.Default = w
		}
		cmd.Env = append(cmd.Env, key+"="+in.Default)
	}
	return combined(t, cmd)
}

// TestGitLab runs the scripts of docs/ci/gitlab*.yml, less the installation.
func TestGitLab(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	needsBash(t)
	for name, want := range map[string]string{"gitlab.yml": "p.go:4:", "gitlab-gate.yml": "p.go:5:"} {
		var w map[string]struct {
			Script    []string `yaml:"script"`
			Artifacts struct {
				Reports struct {
					Codequality string `yaml:"codequality"`
				} `yaml:"reports"`
			} `yaml:"artifacts"`
		}
		load(t, "../../docs/ci/"+name, &w)
		job := w["idemlint"]
		var script []string
		for _, line := range job.Script {
			if !strings.HasPrefix(line, "go install ") {
				script = append(script, strings.Replace(line, "idemlint ", "toylint ", 1))
			}
		}
		origin := twoCommits(t)
		clone := filepath.Join(t.TempDir(), "clone")
		git(t, "", "clone", "-q", "--depth=1", "file://"+origin, clone)
		cmd := exec.Command("bash", "-e", "-c", strings.Join(script, "\n"))
		cmd.Dir = clone
		cmd.Env = append(os.Environ(), "CI_MERGE_REQUEST_DIFF_BASE_SHA="+strings.TrimSpace(git(t, origin, "rev-parse", "HEAD^")))
		out, code := combined(t, cmd)
		if code != 1 || !strings.Contains(out, want) || name == "gitlab-gate.yml" && strings.Contains(out, "p.go:4:") {
			t.Errorf("%s: exit code %d\n%s", name, code, out)
		}
		if file := job.Artifacts.Reports.Codequality; file != "" {
			if data, err := os.ReadFile(filepath.Join(clone, file)); err != nil || !bytes.Contains(data, []byte(`"fingerprint"`)) {
				t.Errorf("%s: %v %s", file, err, data)
			}
		}
	}
}

// TestPreCommit holds that the hook exists under the name that docs/ci gives it, and that the command takes its arguments.
func TestPreCommit(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	var hooks []struct {
		ID, Name, Entry, Language string
		Args                      []string
		PassFilenames             bool `yaml:"pass_filenames"`
	}
	load(t, "../../.pre-commit-hooks.yaml", &hooks)
	var conf struct {
		Repos []struct {
			Hooks []struct {
				ID   string
				Args []string
			}
		}
	}
	load(t, "../../docs/ci/pre-commit-config.yaml", &conf)
	if len(hooks) != 1 || hooks[0].ID != conf.Repos[0].Hooks[0].ID || hooks[0].Entry != "idemlint" || hooks[0].Language != "golang" || hooks[0].PassFilenames {
		t.Fatalf("%+v %+v", hooks, conf)
	}
	dir := twoCommits(t)
	for _, args := range [][]string{hooks[0].Args, conf.Repos[0].Hooks[0].Args} {
		cmd := exec.Command("toylint", args...)
		cmd.Dir = dir
		want := 1 // all findings, and none since HEAD
		if len(args) > 1 {
			want = 0
		}
		if out, code := combined(t, cmd); code != want {
			t.Errorf("%v: exit code %d\n%s", args, code, out)
		}
	}
}

// needsBash skips where a script would not find the paths that Go uses.
func needsBash(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip("needs bash")
	}
}

// twoCommits makes a repository whose last commit adds a finding, in line 5, to one in line 4.
func twoCommits(t *testing.T) string {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/m\n\ngo 1.25\n")
	write("p.go", "package p\n\nfunc Twice() {}\nfunc one() { Twice() }\n")
	git(t, dir, "init", "-q")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "one")
	write("p.go", "package p\n\nfunc Twice() {}\nfunc one() { Twice() }\nfunc two() { Twice() }\n")
	git(t, dir, "commit", "-q", "-a", "-m", "two")
	return dir
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=T", "-c", "user.email=t@example.com"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func combined(t *testing.T, cmd *exec.Cmd) (string, int) {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func load(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}
