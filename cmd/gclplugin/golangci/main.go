// Command golangci is golangci-lint with idemlint linked in, as "golangci-lint custom" would make it, but from the module
// alone: without git and without a clone.
package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/idemlint/idemlint/cmd/gclplugin"
)

func main() {
	info, err := buildInfo()
	if err == nil {
		err = commands.Execute(info)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "The command is terminated due to an error: %v\n", err)
		os.Exit(exitcodes.Failure)
	}
}

// buildInfo names the version of golangci-lint and a hash of this binary. golangci-lint trusts its cache for as long as the
// version is the same: without the hash, results of another build of the rules would be served.
func buildInfo() (commands.BuildInfo, error) {
	exe, err := os.Executable()
	if err != nil {
		return commands.BuildInfo{}, err
	}
	f, err := os.Open(exe)
	if err != nil {
		return commands.BuildInfo{}, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return commands.BuildInfo{}, err
	}
	info := commands.BuildInfo{Version: fmt.Sprintf("unknown-idemlint-%x", h.Sum(nil)[:8]), Commit: "?", Date: "(unknown)"}
	if build, ok := debug.ReadBuildInfo(); ok {
		info.GoVersion = build.GoVersion
		for _, dep := range build.Deps {
			if dep.Path == "github.com/golangci/golangci-lint/v2" {
				info.Version = strings.Replace(info.Version, "unknown", strings.TrimPrefix(dep.Version, "v"), 1)
			}
		}
	}
	return info, nil
}
