// Package since tells which lines changed since a git revision, and which findings have to do with them.
package since

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// repo is the git repository around a directory.
type repo struct {
	root string // its root, if possible under the name by which dir was reached, symbolic links and all
}

// open finds the repository.
func open(ctx context.Context, dir string) (*repo, error) {
	up, err := git(ctx, dir, "rev-parse", "--show-cdup")
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("needs git, which is not installed")
	}
	if err != nil {
		return nil, fmt.Errorf("%s lies in no git repository: %v", dir, err)
	}
	up = filepath.FromSlash(strings.TrimSpace(up))
	root := filepath.Join(dir, up)
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		// dir is a link into the middle of a repository: going up from there leads elsewhere.
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			root = filepath.Join(real, up)
		}
	}
	return &repo{root}, nil
}

// resolve gives the commit of a revision. "main..." is the merge base of main and HEAD, as in git diff.
func (r *repo) resolve(ctx context.Context, rev string) (string, error) {
	name, base := strings.CutSuffix(strings.TrimSuffix(rev, "HEAD"), "...")
	if !base {
		name = rev
	}
	if name == "" || strings.HasPrefix(name, "-") || strings.Contains(name, "..") {
		return "", fmt.Errorf("%q is no revision: want a commit, a branch, a tag, or main... for the point where this branch left main", rev)
	}
	commit, err := git(ctx, r.root, "rev-parse", "--verify", "--quiet", name+"^{commit}")
	if err != nil {
		return "", r.missing(ctx, name)
	}
	if commit = strings.TrimSpace(commit); !base {
		return commit, nil
	}
	merge, err := git(ctx, r.root, "merge-base", commit, "HEAD")
	if err != nil {
		if r.shallow(ctx) {
			return "", fmt.Errorf("where this branch left %s is not known: the clone is shallow; fetch more (git fetch --unshallow, fetch-depth: 0) or name a commit", name)
		}
		return "", fmt.Errorf("%s and HEAD have no commit in common", name)
	}
	return strings.TrimSpace(merge), nil
}

func (r *repo) missing(ctx context.Context, name string) error {
	if r.shallow(ctx) {
		return fmt.Errorf("revision %s is not in this clone, which is shallow: fetch it first (git fetch --depth=1 origin %[1]s), or clone in full (fetch-depth: 0)", name)
	}
	return fmt.Errorf("there is no revision %s in %s", name, r.root)
}

func (r *repo) shallow(ctx context.Context) bool {
	out, err := git(ctx, r.root, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(out) == "true"
}

// diff compares a commit with the working tree, in a form that no configuration of the user changes. Renames are followed.
// A change of the amount of white space is none: indentation and line ends hurt nobody.
func (r *repo) diff(ctx context.Context, commit string) (string, error) {
	return git(ctx, r.root, "-c", "core.quotePath=false", "diff", "--unified=0", "--inter-hunk-context=0", "--find-renames",
		"--ignore-space-change", "--no-ext-diff", "--no-textconv", "--no-color", "--no-relative", "--src-prefix=a/", "--dst-prefix=b/",
		"--ignore-submodules", commit, "--", ":(top)*.go", ":(top)*.sql")
}

// untracked lists files that git neither tracks nor ignores, relative to the root.
func (r *repo) untracked(ctx context.Context) ([]string, error) {
	out, err := git(ctx, r.root, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(out, func(c rune) bool { return c == 0 }), nil
}

func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if first, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n"); first != "" {
			return "", fmt.Errorf("git %s: %s", args[0], first)
		}
		return "", err
	}
	return string(out), nil
}
