package cli

import (
	"io"
	"os"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/gopls"
)

// editor builds the language server: the settings to copy are its output, the progress is not.
func editor(args []string, rules []rule.Entry, w io.Writer) error {
	return gopls.Main(args, rules, w, os.Stderr)
}
