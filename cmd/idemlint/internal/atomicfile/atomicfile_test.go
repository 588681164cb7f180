package atomicfile

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.json")
	for _, content := range []string{"long content", "short"} {
		if err := Write(name, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(name); string(got) != content {
			t.Errorf("got %q, want %q", got, content)
		}
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("out.json", link); err != nil {
		t.Skip("no symbolic links here")
	}
	if err := Write(link, []byte("through")); err != nil {
		t.Fatal(err)
	}
	st, err := os.Lstat(name)
	if got, _ := os.ReadFile(name); err != nil || string(got) != "through" || runtime.GOOS != "windows" && st.Mode() != 0o640 {
		t.Errorf("%q %v %v", got, st.Mode(), err)
	}
	if st, _ := os.Lstat(link); st.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced")
	}
	noneLeft(t, dir, 2)
}

// TestFailure: the old content stays, nothing else is left, and the error names the file.
func TestFailure(t *testing.T) {
	dir := t.TempDir()
	err := Write(filepath.Join(dir, "missing", "out"), nil)
	if err == nil || !strings.Contains(err.Error(), filepath.Join("missing", "out")+":") {
		t.Errorf("error %v", err)
	}
	folder := filepath.Join(dir, "folder")
	if err := os.MkdirAll(filepath.Join(folder, "full"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Write(folder, []byte("x")); err == nil || strings.Contains(err.Error(), ".tmp") {
		t.Errorf("a folder was written: %v", err)
	}
	noneLeft(t, dir, 1)
}

// TestDevice: what is no file is not replaced by one.
func TestDevice(t *testing.T) {
	if err := Write(os.DevNull, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if st, err := os.Stat(os.DevNull); err != nil || st.Mode().IsRegular() {
		t.Fatalf("%v %v", st.Mode(), err)
	}
}

func noneLeft(t *testing.T, dir string, want int) {
	t.Helper()
	if files, err := os.ReadDir(dir); err != nil || len(files) != want {
		t.Errorf("%v left, %v", files, err)
	}
}
