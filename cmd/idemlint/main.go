// Command idemlint finds code that will charge a customer twice. It is both the command and the tool behind it:
// "idemlint ./..." runs "go vet" with itself as the tool, see docs/drivers.md.
package main

import (
	"os"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], analyzers.Rules, os.Stdout, os.Stderr))
}
