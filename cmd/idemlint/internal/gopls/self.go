package gopls

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

const modulePath = "github.com/idemlint/idemlint"

// self says where the rules come from: a version that the module proxy has, or a folder.
type self struct {
	version string
	replace string // "" or the right side of a replace directive
}

// String names the rules' version for people.
func (s self) String() string {
	if s.replace != "" {
		return "from " + s.replace
	}
	return s.version
}

// findSelf finds the code of this very idemlint: the folder asked for; the version that the binary was installed as; the
// checkout around the working directory; the checkout that the binary was built in.
func findSelf(source, dir string) (self, error) {
	if source != "" {
		if !isCheckout(source) {
			return self{}, fmt.Errorf("-source %s: no go.mod of %s there", source, modulePath)
		}
		return self{replace: source}, nil
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		if s, ok := installed(info); ok {
			return s, nil
		}
	}
	for d := dir; ; d = filepath.Dir(d) {
		if isCheckout(d) {
			return self{replace: d}, nil
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	// Built without -trimpath, the binary knows where its source stood.
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		if d := filepath.Join(filepath.Dir(file), "../../../.."); isCheckout(d) {
			return self{replace: d}, nil
		}
	}
	return self{}, fmt.Errorf("this idemlint was built from a checkout that is not here any more: name one with -source, or install a release with go install %s/cmd/idemlint@latest", modulePath)
}

// installed reads the version of a binary that came from the module proxy (go install, go tool), or was built at a release.
// A build in a checkout has a version too, made of its last commit, which no proxy may know.
func installed(info *debug.BuildInfo) (self, bool) {
	m := info.Main
	if m.Path != modulePath {
		for _, dep := range info.Deps {
			if dep.Path == modulePath {
				m = *dep
			}
		}
	}
	if m.Path != modulePath {
		return self{}, false
	}
	switch r := m.Replace; {
	case r != nil && r.Version != "":
		return self{version: m.Version, replace: r.Path + "@" + r.Version}, true
	case r != nil:
		return self{version: m.Version, replace: r.Path}, isCheckout(r.Path)
	case m.Sum != "":
		return self{version: m.Version}, true
	}
	released := semver.IsValid(m.Version) && semver.Build(m.Version) == "" && !module.IsPseudoVersion(m.Version)
	return self{version: m.Version}, released
}

func isCheckout(dir string) bool {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && modfile.ModulePath(data) == modulePath
}
