package acks

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// unheard reports whether a function keeps the failure of a work to itself and does nothing about it.
func (e *engine) unheard(fn *ssa.Function, w *dedup.Act) bool {
	if _, async := w.Site.(*ssa.Go); async {
		return false // another goroutine's; see Handed
	}
	if e.silentCallee(w) {
		return true
	}
	fate := e.d.Claims.FateOf(w.Site, w.Op)
	if fate == nil || leftOutside(w.Site) {
		return false
	}
	return !fate.Tells() && !e.caredFor(fn, fate)
}

// leftOutside: a literal leaves the error in a variable of the function around it, which can ask.
func leftOutside(call ssa.CallInstruction) bool {
	v := call.Value()
	if v == nil || call.Parent().Parent() == nil {
		return false
	}
	vals := []ssa.Value{v}
	for _, ref := range *v.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok {
			vals = append(vals, x)
		}
	}
	for _, v := range vals {
		for _, ref := range *v.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Val == v && types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
				if _, free := st.Addr.(*ssa.FreeVar); free {
					return true
				}
			}
		}
	}
	return false
}

// silentCallee: the function that is called keeps the failure to itself.
func (e *engine) silentCallee(w *dedup.Act) bool {
	if len(w.Via) == 0 {
		return false
	}
	if f := w.Literal(); f != nil && e.prog.Has(f) {
		return slices.Contains(e.factOf(f).Unheard, w.What)
	}
	silent := false
	for _, t := range e.calleesOf(w.Site) {
		f := e.known(t)
		if f == nil || !slices.Contains(f.Unheard, w.What) {
			return false
		}
		silent = true
	}
	return silent
}

// caredFor: something happens after the failure, and only then, that may take care of the message.
func (e *engine) caredFor(fn *ssa.Function, fate *claims.Fate) bool {
	works := map[ssa.Instruction]bool{}
	for _, w := range e.d.Works(fn) {
		works[w.Site] = true
	}
	for _, i := range fate.Only() {
		if works[i] {
			return true // put aside, published again, written down
		}
		switch x := i.(type) {
		case *ssa.Send, *ssa.Go, *ssa.MapUpdate, *ssa.Panic, *ssa.Select:
			return true
		case *ssa.Store:
			if _, local := x.Addr.(*ssa.Alloc); !local && !spreads(x.Addr) {
				return true // kept for later: a field, a captured variable
			}
		case ssa.CallInstruction:
			if e.takesCare(x) {
				return true
			}
		}
	}
	return false
}

// spreads: the slot of a slice that is made for a variadic call, or a field of a literal.
func spreads(addr ssa.Value) bool {
	for range 6 {
		switch x := addr.(type) {
		case *ssa.IndexAddr:
			addr = x.X
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.Alloc:
			return true
		default:
			return false
		}
	}
	return false
}

// caring are words of functions that do something about a message that could not be handled.
var caring = words.Set("dead dlq dlx deadletter letter retry requeue park parking poison quarantine reject nack nak fail failed failure failures compensate rollback abort reschedule redeliver abandon " +
	"panic fatal exit undo revert release unlock restore cancel refund store save insert enqueue defer delay backoff push append")

// loud are words of functions that only tell people.
var loud = words.Set("error errorf errorw errorln errorcontext warn warnf warnw warning warningf info infof infow debug debugf print printf println log logf trace record observe inc add capture report msg msgf send err str int int64 any " +
	"with withfield withfields witherror field fields string uint64 status setstatus end sentry bool dur interface stack event")

func (e *engine) takesCare(call ssa.CallInstruction) bool {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "append" || b.Name() == "panic" || b.Name() == "close"
	}
	if a := e.ackOf(call); a != nil && a.reject {
		return true
	}
	callee := origin.Callee(c)
	if callee == nil {
		return true // a function value: who knows
	}
	for _, v := range origin.Args(c) {
		if claims.IsResponder(v.Type()) {
			return !answers(call, 200)
		}
	}
	ws := words.Split(callee.Name())
	if callee.Pkg() != nil && logs(callee.Pkg().Path()) || len(ws) > 0 && logsTo(callee) {
		return callee.Name() == "Fatal" || callee.Name() == "Fatalf" || strings.HasPrefix(callee.Name(), "Panic")
	}
	for _, w := range ws {
		if caring[w] {
			return true
		}
	}
	if sig := callee.Type().(*types.Signature); sig.Params().Len() == 0 && sig.Results().Len() > 0 && !fails(sig) {
		return false // r.Context(), span.SpanContext(): asks only
	}
	if callee.Pkg() == nil || quietPkgs(callee.Pkg().Path()) {
		return false
	}
	if len(ws) > 0 && loud[strings.ToLower(callee.Name())] {
		return false
	}
	if fn := c.StaticCallee(); fn != nil && e.prog.Has(fn) {
		return e.acts(fn, 0)
	}
	if callee.Pkg() == e.pass.Pkg {
		return true // behind an interface of its own
	}
	// Of another package: whoever is given the message may do something about it.
	for _, v := range origin.Args(c) {
		if carries(v.Type()) {
			return true
		}
	}
	return false
}

// acts: a helper does something that may take care of a message.
func (e *engine) acts(fn *ssa.Function, depth int) bool {
	if len(e.d.Works(fn)) > 0 {
		return true
	}
	if depth > 2 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Send, *ssa.Go, *ssa.MapUpdate:
				return true
			case ssa.CallInstruction:
				if x.Common().StaticCallee() != fn && e.takesCare(x) {
					return true
				}
			}
		}
	}
	return false
}

func logs(path string) bool {
	switch path {
	case "log", "log/slog", "fmt", "errors":
		return true
	}
	for _, p := range strings.Split(path, "/") {
		switch p {
		case "zap", "zerolog", "logrus", "log", "logger", "logging", "klog", "glog", "logr", "logs", "slogx", "zlog", "xlog", "sentry", "sentry-go", "otel", "trace", "prometheus", "metrics", "metric", "codes", "attribute", "datadog", "newrelic", "telemetry", "tracing", "observability":
			return true
		}
	}
	return false
}

// logsTo: a method of a logger, a span or a metric.
func logsTo(callee *types.Func) bool {
	sig := callee.Type().(*types.Signature)
	if sig.Recv() == nil {
		return false
	}
	t := types.Unalias(sig.Recv().Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok {
		return false
	}
	for _, w := range words.Split(n.Obj().Name()) {
		switch w {
		case "logger", "log", "span", "entry", "counter", "histogram", "gauge", "metrics", "metric", "tracer", "sugared", "meter", "stats", "recorder", "logging":
			return true
		}
	}
	return false
}

func quietPkgs(path string) bool {
	switch strings.SplitN(path, "/", 2)[0] {
	case "time", "strings", "strconv", "context", "encoding", "bytes", "sync", "math", "reflect", "unicode", "runtime", "sort", "slices", "maps":
		return true
	}
	return false
}

// carries: a type that may hold a message: bytes, a struct or a pointer to one, an interface that is no context and no error.
func carries(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return true
	case *types.Struct, *types.Pointer:
		return true
	case *types.Interface:
		return !types.Identical(t, types.Universe.Lookup("error").Type()) && !has(t, "Deadline")
	case *types.Basic:
		return u.Info()&types.IsString != 0
	}
	return false
}

// minor: a work that may be done as well as it goes, beside one whose failure counts: a message to somebody beside the change it tells of.
func (e *engine) minor(w *dedup.Act, heard []*dedup.Act) bool {
	if w.Effect != nil && w.Effect.Domain == effects.Payment || w.Adds() && w.Op != nil && w.Op.Kind == claims.Update {
		return false
	}
	for _, m := range heard {
		if m.Site != w.Site && (e.d.InTurn(m.Site, w.Site) || e.d.InTurn(w.Site, m.Site)) {
			return true
		}
	}
	return false
}

// cleans: what is old is taken away; the next run does it as well.
func cleans(a *dedup.Act) bool {
	name := ""
	if callee := origin.Callee(a.Site.Common()); callee != nil {
		name = callee.Name()
	}
	for _, w := range append(words.Split(name), words.Split(a.What)...) {
		switch w {
		case "sweep", "prune", "purge", "cleanup", "clean", "vacuum", "expire", "evict", "gc":
			return true
		}
	}
	return false
}
