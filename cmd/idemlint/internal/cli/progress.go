package cli

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/render"
)

// progress shows a line that is overwritten in place, for a person who waits more than a second. Nothing is written
// anywhere but to a terminal.
type progress struct {
	w     io.Writer
	mu    sync.Mutex
	done  int
	shown bool
	quit  chan struct{}
	ended sync.WaitGroup
}

func newProgress(w io.Writer) *progress {
	p := &progress{w: w, quit: make(chan struct{})}
	if render.IsTerminal(w) {
		p.ended.Go(p.loop)
	}
	return p
}

func (p *progress) loop() {
	start := time.Now()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-p.quit:
			return
		case <-tick.C:
			p.mu.Lock()
			fmt.Fprintf(p.w, "\r\x1b[Kidemlint: %d packages analysed, %ds", p.done, int(time.Since(start).Seconds()))
			p.shown = true
			p.mu.Unlock()
		}
	}
}

func (p *progress) set(done int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = done
}

// stop ends the line and wipes it.
func (p *progress) stop() {
	close(p.quit)
	p.ended.Wait()
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
