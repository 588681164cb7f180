package vettool

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestCollectLate: no garbage is collected until there is much of it; after that it is as ever.
func TestCollectLate(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	percent := debug.SetGCPercent(100)
	limit := debug.SetMemoryLimit(-1)
	defer debug.SetGCPercent(percent)
	defer debug.SetMemoryLimit(limit)
	collectLate()
	if got := debug.SetMemoryLimit(-1); got != heapLimit {
		t.Errorf("limit %d, want %d", got, heapLimit)
	}
	for range 100 { // a finalizer runs some time after the collection
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
		if debug.SetMemoryLimit(-1) == limit {
			break
		}
	}
	if got := debug.SetMemoryLimit(-1); got != limit {
		t.Errorf("after a collection: limit %d, want %d", got, limit)
	}
	if got := debug.SetGCPercent(100); got != 100 {
		t.Errorf("after a collection: GOGC %d, want 100", got)
	}
}
