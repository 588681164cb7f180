package govet

import "testing"

// TestRemarks: a C compiler's warnings are no reason why a package was not analysed.
func TestRemarks(t *testing.T) {
	l := newErrorLog()
	for _, line := range []string{
		"# example.com/db",
		"In file included from db.c:1:",
		"db.c: In function ‘open’:",
		"db.c:7:9: warning: ‘x’ may be used uninitialized [-Wmaybe-uninitialized]",
		"    7 |   return x;",
		"      |          ^",
		"db.c:3:5: note: ‘x’ was declared here",
		"# example.com/bad",
		"bad.c: In function ‘f’:",
		"bad.c:2:1: error: expected ‘;’ before ‘}’ token",
	} {
		l.add(line)
	}
	if got := l.of("example.com/db", "", "/"); got != "" {
		t.Errorf("warnings alone: got %q", got)
	}
	if got, want := l.of("example.com/bad", "", "/"), "bad.c:2:1: error: expected ‘;’ before ‘}’ token"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
