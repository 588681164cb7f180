package guard

import (
	"slices"
	"strings"

	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/words"
)

// SumKind is what an accumulating write adds to.
type SumKind uint8

const (
	Counter     SumKind = iota // an amount: a second run shows in it
	List                       // a list, stream or log that gets longer
	Row                        // a table that gets one row more
	Statistic                  // views, clicks: nobody is owed anything
	Bookkeeping                // tries, versions, rate limits
)

// Sum is what is known of an accumulating write.
type Sum struct {
	Kind SumKind
	// Twice: of a Row, the table is seen to take the same row twice.
	Twice bool
}

var (
	statistics  = words.Set("view views viewed click clicks hit hits visit visits impression impressions like likes dislikes share shares download downloads stat stats statistic statistics metric metrics telemetry analytics play plays read reads popularity trending seen")
	bookkeeping = words.Set("retry retries attempt attempts try tries failure failures failed fail fails error errors rate ratelimit throttle limiter limit window version versions revision seq epoch generation backoff strikes cooldown counter_version quota_window")
)

// Sum tells what an accumulating act adds to.
func (r *Result) Sum(x *Repeat) Sum {
	r.mu.Lock()
	defer r.mu.Unlock()
	a := x.Act.Act
	out := Sum{}
	names, op := x.Columns, a.Op
	if op == nil && r.e.claims() != nil && x.Scope != nil {
		op = r.e.d.OpAt(a.Site.Parent(), a)
	}
	what := a.What
	switch {
	case strings.HasPrefix(what, "INSERT"), strings.Contains(what, ".Insert"), strings.HasSuffix(what, ".InsertOne"), strings.HasSuffix(what, ".InsertMany"):
		out.Kind = Row
		out.Twice = op != nil && (op.Twice() || op.Entry())
		if op != nil && dedup.Logs(op) {
			out.Kind = Bookkeeping
		}
		return out
	case slices.ContainsFunc(words.Split(what), func(w string) bool {
		switch w {
		case "push", "xadd", "append", "x", "lpush", "rpush":
			return true
		}
		return false
	}):
		out.Kind = List
	}
	known := len(names) > 0
	if !known && a.Effect != nil {
		names = a.Effect.Text()
	}
	if len(names) > 0 {
		all := func(list map[string]bool) bool {
			return !slices.ContainsFunc(names, func(n string) bool {
				return !slices.ContainsFunc(words.Split(n), func(w string) bool { return list[w] })
			})
		}
		some := func(list map[string]bool) bool {
			return slices.ContainsFunc(names, func(n string) bool {
				return slices.ContainsFunc(words.Split(n), func(w string) bool { return list[w] })
			})
		}
		switch {
		case known && all(bookkeeping), !known && some(bookkeeping):
			out.Kind = Bookkeeping
		case known && all(statistics), !known && some(statistics):
			out.Kind = Statistic
		}
	}
	return out
}
