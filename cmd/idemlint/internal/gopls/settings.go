package gopls

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/idemlint/idemlint/analyzers/rule"
)

// settings are what the editors want, each in its own file and notation. %[1]s is the path of the binary as a quoted string,
// which JSON, Lua and TOML write alike, %[2]s the name of a rule.
const settings = `
VS Code, settings.json of the user (Go: Restart Language Server afterwards):

    "go.alternateTools": { "gopls": %[1]s },
    "gopls": {
        // "ui.diagnostic.analyses": { %[2]q: false }
    }

Neovim 0.11 or later, init.lua:

    vim.lsp.config("gopls", {
        cmd = { %[1]s },
        filetypes = { "go", "gomod", "gowork", "gotmpl" },
        root_markers = { "go.work", "go.mod", ".git" },
        settings = { gopls = {
            -- analyses = { %[2]s = false },
        } },
    })
    vim.lsp.enable("gopls")

Helix, languages.toml:

    [language-server.gopls]
    command = %[1]s

    [language-server.gopls.config]
    # analyses = { %[2]s = false }

Zed, settings.json:

    "lsp": {
        "gopls": {
            "binary": { "path": %[1]s },
            "initialization_options": {
                // "analyses": { %[2]q: false }
            }
        }
    }

Coding agents (MCP): the command is %[1]s with the argument "mcp".

The commented lines switch a rule off; the rules are %[3]s.
More: %[4]s
`

const docsURL = "https://github.com/idemlint/idemlint/blob/main/docs/editors.md"

func printSettings(w io.Writer, binary string, rules []rule.Entry) error {
	path, err := quote(binary)
	if err != nil {
		return err
	}
	var names []string
	for _, r := range rules {
		names = append(names, r.Name)
	}
	if _, err := fmt.Fprintf(w, "Built %s\n", binary); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, settings, path, names[0], strings.Join(names, ", "), docsURL)
	return err
}

// quote writes a string as JSON, TOML and Lua read it: backslashes and quotes escaped, everything else as it is.
func quote(s string) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(s)
	return strings.TrimSpace(b.String()), err
}
