// Package atomicfile writes files so that a reader sees the old content or the new one, never half of it.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Write replaces the content of a file, through a symbolic link if there is one. What is no regular file, such as a pipe
// or /dev/stdout, is written to as it is.
func Write(name string, data []byte) error {
	if strings.HasPrefix(filepath.ToSlash(name), "/dev/") {
		return write(name, data) // even where the shell made it a file: it is the shell's
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	mode := fs.FileMode(0o666)
	st, err := os.Stat(name)
	if err == nil && !st.Mode().IsRegular() && !st.IsDir() {
		return write(name, data)
	}
	if err == nil {
		mode = st.Mode().Perm()
	}
	// In the same folder, since a rename works only within one file system; made by hand, since os.CreateTemp takes no
	// mode and the umask should decide as for any new file.
	tmp := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%d.tmp", filepath.Base(name), os.Getpid()))
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return named(err, name)
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		os.Remove(tmp)
		return named(err, name)
	}
	if err := os.Rename(tmp, name); err != nil {
		os.Remove(tmp)
		return named(err, name)
	}
	return nil
}

func write(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// named speaks of the file that was asked for, not of the temporary one.
func named(err error, name string) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return &fs.PathError{Op: "write", Path: name, Err: p.Err}
	}
	if l := (*os.LinkError)(nil); errors.As(err, &l) {
		return &fs.PathError{Op: "write", Path: name, Err: l.Err}
	}
	return err
}
