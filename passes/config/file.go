package config

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// FileEnv names the environment variable that gives the path of the configuration file. Our driver sets it: the processes
// that analyse packages start in other directories than the user's.
const FileEnv = "IDEMLINT_CONFIG"

// FileName is the name of the configuration file, searched from the working directory upwards.
const FileName = ".idemlint.yml"

// Hash writes the content of the configuration file into h, nothing if there is none. The go command knows nothing of the
// file; hashed into the tool's version it makes results computed under another content stale.
func Hash(h io.Writer) error {
	name := os.Getenv(FileEnv)
	if name == "" {
		dir, err := os.Getwd()
		if err != nil {
			return err
		}
		if name = Find(dir); name == "" {
			return nil
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	_, err = h.Write(data)
	return err
}

// Find looks for the file in dir and above, as far as the root of the repository; "" if there is none.
func Find(dir string) string {
	for {
		name := filepath.Join(dir, FileName)
		if _, err := os.Stat(name); err == nil || !errors.Is(err, fs.ErrNotExist) {
			return name
		}
		parent := filepath.Dir(dir)
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil || parent == dir {
			return ""
		}
		dir = parent
	}
}
