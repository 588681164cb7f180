package storeuse

import (
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/observed"
	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/txn"
)

// Analyzer yields a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintstoreuse",
	Doc:        "tell how tables are used to recognise repetitions",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{claims.Analyzer, txn.Analyzer, effects.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// Result holds the uses of a package. They are looked for when somebody asks, which only our driver does.
type Result struct{ w *walker }

// Observed implements observed.Source.
func (r *Result) Observed() []observed.Item {
	if r.w == nil {
		return nil
	}
	return r.w.items()
}

func run(pass *analysis.Pass) (any, error) {
	w := &walker{
		pass:    pass,
		claims:  pass.ResultOf[claims.Analyzer].(*claims.Result),
		txn:     pass.ResultOf[txn.Analyzer].(*txn.Result),
		effects: pass.ResultOf[effects.Analyzer].(*effects.Result),
	}
	if len(pass.TypeErrors) > 0 || w.claims.Program() == nil || !config.InMainModule(pass) {
		return &Result{}, nil
	}
	return &Result{w}, nil
}

type walker struct {
	pass    *analysis.Pass
	claims  *claims.Result
	txn     *txn.Result
	effects *effects.Result
	out     []observed.Item
}

func (w *walker) items() []observed.Item {
	w.out = nil
	for _, fn := range w.claims.Program().Funcs {
		if !fn.Pos().IsValid() || config.IsTestFileName(w.pass.Fset.Position(fn.Pos()).Filename) {
			continue
		}
		for _, op := range w.claims.Ops(fn) {
			if op.Store == "sql" || op.Store == "mongo" {
				w.op(fn, op)
			}
		}
		for _, s := range w.claims.Sides(fn) {
			if s.Check.Store == "sql" || s.Check.Store == "mongo" {
				w.side(fn, s)
			}
		}
	}
	return w.out
}

// op tells of a claim, of a plain insert whose conflict is told apart, and of one call that looks and inserts.
func (w *walker) op(fn *ssa.Function, op *claims.Op) {
	u := Of(fn, op)
	switch {
	case op.Racy:
		if w.txn.Guard(op.Site, op.Site) > txn.Mutex {
			return
		}
		u.Op, u.Key, u.Gates, u.What = Check, u.Given(), Insert, "INSERT "+u.Table
		w.add(u, op, nil, nil)
		return
	case op.Kind == claims.Claim && !op.Overwrites():
	case op.Kind == claims.Record && !op.Overwrites() && !op.Conflicts() && w.claims.FailureOf(op).Handled:
		u.Op = Told
	default:
		return
	}
	u.Key, u.Constraint = op.Target, op.Constraint
	d := w.claims.DecisionOf(op)
	at := w.gated(fn, &u, op.Site, d.Won)
	if u.Gates == "" && d.Decides() {
		u.Gates = Answer
	}
	if u.Gates != "" {
		w.add(u, op, nil, at)
	}
}

// side tells of a look-up that decides over an insert of the same key. One insert may be decided by several; each is a key.
func (w *walker) side(fn *ssa.Function, s *claims.Side) {
	for _, rec := range s.Records {
		if rec.Overwrites() || w.txn.Guard(s.Check.Site, rec.Site) > txn.Mutex {
			continue
		}
		u := Of(fn, rec)
		u.Op, u.Name, u.Gates, u.What = Check, s.Check.Name, Insert, "INSERT "+u.Table
		u.Named = u.Named || s.Check.DedupLike()
		u.Likely = u.Likely || s.Check.Evidence == trace.Likely
		u.Key = Asked(s.Check)
		if len(u.Key) == 0 {
			continue
		}
		w.add(u, s.Check, rec, w.gated(fn, &u, rec.Site, s.Absent))
	}
}

// gated finds what runs only for the winner: an effect that repeats badly, else an insert.
func (w *walker) gated(fn *ssa.Function, u *Use, own ssa.Instruction, only func(ssa.Instruction) bool) ssa.Instruction {
	for _, x := range w.effects.In(fn) {
		if x.Class >= effects.Accumulate && x.Site != own && only(x.Site) {
			u.Gates, u.What = Effect, x.Op
			return x.Site
		}
	}
	for _, op := range w.claims.Ops(fn) {
		if op.Kind == claims.Record && op.Store == u.Store && op.Site != own && !op.Overwrites() && only(op.Site) {
			u.Gates, u.What = Insert, op.Name+" "+op.Table.Name
			return op.Site
		}
	}
	return nil
}

// add makes the observation. Its places are the steps of the trace.
func (w *walker) add(u Use, op, rec *claims.Op, gated ssa.Instruction) {
	verb := "inserts the key (" + op.Name + ")"
	if rec != nil {
		verb = "looks the key up (" + op.Name + ")"
	} else if op.Racy {
		verb = "looks the key up and inserts it (" + op.Name + ")"
	}
	steps := append([]trace.Step{{Pos: op.Site.Pos(), Text: verb}}, op.Via...)
	if rec != nil {
		steps = append(append(steps, trace.Step{Pos: rec.Site.Pos(), Text: "inserts it (" + rec.Name + ")"}), rec.Via...)
	}
	if gated != nil {
		steps = append(steps, trace.Step{Pos: gated.Pos(), Text: "goes on to " + u.What})
	}
	at := op.Site.Pos()
	if rec != nil {
		at = rec.Site.Pos()
	}
	w.out = append(w.out, observed.Item{Kind: observed.Use, Pos: at, Data: u, Places: observed.Places(at, steps)})
}

// Of describes a write of a function, without saying what depends on it.
func Of(fn *ssa.Function, op *claims.Op) Use {
	u := Use{
		Op: Claim, Store: op.Store, Table: op.Table.Name, Type: op.Table.Type, Func: name(fn), Name: op.Name,
		Named: op.DedupLike(), Likely: op.Evidence == trace.Likely, Whole: len(op.Cols) > 0,
	}
	for i := range op.Cols {
		c := &op.Cols[i]
		if c.Name == "" {
			u.Whole = false
			continue
		}
		col := Col{Name: strings.ToLower(c.Name), Made: c.Fresh()}
		if v, ok := c.Constant(); ok {
			col.Value = schema.Literal(v)
		} else if c.Unset() {
			col.Made = "unset"
		}
		u.Row = append(u.Row, col)
	}
	// What a callee writes without its caller's doing is not among the columns.
	u.Whole = u.Whole && (len(op.Via) == 0 || op.Kind == claims.Claim)
	return u
}

// Asked are the columns that a look-up compares with something that is not constant.
func Asked(check *claims.Op) []string {
	var out []string
	for i := range check.Cols {
		c := &check.Cols[i]
		if _, fixed := c.Constant(); c.Name != "" && !fixed {
			out = append(out, strings.ToLower(c.Name))
		}
	}
	return out
}

// name is that of the declared function around a function, as a reader would say it.
func name(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if recv := fn.Signature.Recv(); recv != nil {
		t := recv.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := types.Unalias(t).(*types.Named); ok {
			return n.Obj().Name() + "." + fn.Name()
		}
	}
	return fn.Name()
}
