package baseline

import (
	"fmt"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
	"github.com/idemlint/idemlint/passes/config"
)

// Of makes the baseline that accepts all findings that are shown.
func Of(items []report.Item, cfg *config.Config) *Baseline {
	b := &Baseline{Version: report.FingerprintVersion, Tests: cfg.Tests, Generated: cfg.Generated}
	index := map[string]int{}
	for _, it := range items {
		if i, ok := index[it.Fingerprint]; ok {
			b.Findings[i].Count++
			continue
		}
		index[it.Fingerprint] = len(b.Findings)
		b.Findings = append(b.Findings, Entry{
			Rule: it.Rule, Level: it.Level().String(), Package: it.Package, Function: it.Function,
			Message: it.Text(), Fingerprint: it.Fingerprint, Count: 1,
		})
	}
	return b
}

// Apply suppresses the findings that the baseline lists: of equal ones in a function as many as were counted, from the
// first on. It returns how many each entry had no finding for, by the index of the entry.
func (b *Baseline) Apply(items []report.Item, justification string) (unused []int) {
	left := map[string]int{}
	for _, e := range b.Findings {
		left[e.Fingerprint] = e.Count
	}
	for i := range items {
		it := &items[i]
		if it.Suppressed != nil || left[it.Fingerprint] == 0 {
			continue
		}
		left[it.Fingerprint]--
		it.Suppressed = &report.Suppression{Kind: report.External, Justification: justification}
	}
	for _, e := range b.Findings {
		unused = append(unused, left[e.Fingerprint])
	}
	return unused
}

// Run says what a run looked at: an entry is gone only if the run would have found it.
type Run struct {
	Level config.Level // the lowest
	// Looked reports whether a package was analysed, or does not exist any more.
	Looked func(pkg string) bool
	// Rule reports whether a rule was asked for; one that was removed from idemlint has no findings any more.
	Rule func(name string) bool
}

func (r *Run) sees(e *Entry) bool {
	level, _ := config.ParseLevel(e.Level) // checked by Parse
	return level >= r.Level && r.Rule(e.Rule) && r.Looked(e.Package)
}

// Keep adds the entries of an older file that a run says nothing about, so that writing after a look at one package does
// not forget the others.
func (b *Baseline) Keep(old *Baseline, run Run) {
	have := map[string]bool{}
	for _, e := range b.Findings {
		have[e.Fingerprint] = true
	}
	for _, e := range old.Findings {
		if !have[e.Fingerprint] && !run.sees(&e) {
			b.Findings = append(b.Findings, e)
		}
	}
}

// Count is the number of findings accepted.
func (b *Baseline) Count() int {
	n := 0
	for _, e := range b.Findings {
		n += e.Count
	}
	return n
}

// Narrower explains why a run cannot tell which entries are gone; "" if it can.
func (b *Baseline) Narrower(cfg *config.Config) string {
	switch {
	case b.Tests && !cfg.Tests:
		return "the baseline was written with -tests"
	case b.Generated && !cfg.Generated:
		return "the baseline was written with -generated"
	}
	return ""
}

// Gone is an entry that has fewer findings than it counts.
type Gone struct {
	Entry
	Missing int
}

func (g Gone) String() string {
	where := g.Package
	if g.Function != "" {
		where += "." + g.Function
	}
	text := fmt.Sprintf("%s: %s (%s)", where, g.Message, g.Rule)
	if g.Count > 1 {
		text += fmt.Sprintf(", %d of %d", g.Missing, g.Count)
	}
	return text
}

// Prune splits the baseline by what Apply returned: what stays, and what is gone.
func (b *Baseline) Prune(unused []int, run Run) (kept *Baseline, gone []Gone) {
	kept = &Baseline{Version: b.Version, Tests: b.Tests, Generated: b.Generated}
	for i, e := range b.Findings {
		if unused[i] > 0 && run.sees(&e) {
			gone = append(gone, Gone{e, unused[i]})
			e.Count -= unused[i]
		}
		if e.Count > 0 {
			kept.Findings = append(kept.Findings, e)
		}
	}
	return kept, gone
}
