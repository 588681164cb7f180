package unkeyedretry

import (
	_ "embed"
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/analyzers/accumulate"
	"github.com/idemlint/idemlint/analyzers/checkthenact"
	"github.com/idemlint/idemlint/analyzers/droppedkey/part"
	"github.com/idemlint/idemlint/analyzers/ignoredclaim"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/splitclaim"
	"github.com/idemlint/idemlint/analyzers/takeover"
	"github.com/idemlint/idemlint/analyzers/toolhint"
	"github.com/idemlint/idemlint/analyzers/unkeyedcompensation"
	"github.com/idemlint/idemlint/analyzers/unkeyedtool"
	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/guard"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "unkeyedretry", Group: "retries", Level: rule.Error, Scope: "package", Since: "v0.1.0", Doc: doc}

// Analyzer reports effects that are tried again without a key.
var Analyzer = rule.New(Info, run, effects.Analyzer, attempts.Analyzer, guard.Analyzer,
	takeover.Analyzer, ignoredclaim.Analyzer, checkthenact.Analyzer, splitclaim.Analyzer, accumulate.Analyzer, unkeyedcompensation.Analyzer, toolhint.Analyzer, unkeyedtool.Analyzer, part.InHand)

type checker struct {
	pass   *analysis.Pass
	att    *attempts.Result
	eff    *effects.Result
	guards *guard.Result
	done   map[token.Pos]bool
}

func run(pass *analysis.Pass) (any, error) {
	c := &checker{pass, pass.ResultOf[attempts.Analyzer].(*attempts.Result), pass.ResultOf[effects.Analyzer].(*effects.Result),
		pass.ResultOf[guard.Analyzer].(*guard.Result), map[token.Pos]bool{}}
	prog := c.eff.Program()
	if prog == nil {
		rule.SilentPackage(pass, "the package calls nothing that idemlint knows to have an effect")
		return nil, nil
	}
	for _, fn := range prog.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok {
					for _, e := range c.eff.Of(call) {
						c.effect(call, e)
					}
				}
			}
		}
	}
	return nil, nil
}

// effect reports an unkeyed effect once, in the innermost scope that runs it again.
func (c *checker) effect(call ssa.CallInstruction, e *effects.Effect) {
	if e.Class < effects.Accumulate || !e.Unkeyed() || e.Class == effects.Accumulate && !strings.HasPrefix(e.Op, "INSERT") {
		rule.Silent(c.pass, call.Pos(), "%s %s", e.Op, harmless(e))
		return
	}
	if why := c.guards.Claimed(e); why != "" {
		rule.Silent(c.pass, call.Pos(), "%s comes before %s, so that a second attempt does not come this far", why, e.Op)
		return
	}
	if e.Retried != "" {
		// Run again inside the callee; that no key comes along is known only here.
		pos := call.Pos()
		if at := e.RetrySite(); at != nil {
			pos = at.Pos()
		}
		c.report(pos, e, nil, e.Retried, trace.Proved)
		return
	}
	for _, s := range c.att.Enclosing(call) {
		if !counts(s, e) {
			rule.Silent(c.pass, call.Pos(), "%s is run again by %s, which is no fault of this rule's kind", e.Op, s.Name)
			continue
		}
		if s.At == ssa.Instruction(call) || call.Common().StaticCallee() == s.Fn {
			return // the step back itself: the effect is reported where it is reached on the way forward
		}
		if s.Fn == call.Parent() || s.Contains(call) {
			c.report(call.Pos(), e, s, s.Name, s.Evidence)
		}
		return
	}
	if name := e.Resender(); name != "" && e.Class == effects.External {
		c.report(call.Pos(), e, nil, name, trace.Proved)
		return
	}
	rule.Silent(c.pass, call.Pos(), "nothing in view runs %s again", e.Op)
}

// harmless says why an effect may be run again, for notes.
func harmless(e *effects.Effect) string {
	switch {
	case e.Keyed():
		return "is keyed by " + e.Keys[0].Name
	case e.Open:
		return "may be given its key by the caller, who is judged"
	case e.OpenMethod:
		return "has a method that only the caller knows, who is judged"
	case e.Class == effects.Read:
		return "only reads"
	}
	return "leaves the same state when it is run again"
}

// counts reports whether a scope makes an unkeyed effect a fault of this rule: redelivery is unguardedconsumer's, and failures that
// prove that nothing was done are right to retry. A conflict undoes rows, not the requests made on the way to it.
func counts(s *attempts.Scope, e *effects.Effect) bool {
	switch s.Kind {
	case attempts.Redelivery:
		return false
	case attempts.Failover:
		return e.Class == effects.External && s.Under == attempts.AnyFailure
	}
	if s.Under == attempts.Conflict {
		return e.Class == effects.External && s.Call != e.Site
	}
	return s.Under == attempts.AnyFailure
}

func (c *checker) report(pos token.Pos, e *effects.Effect, s *attempts.Scope, by string, scope trace.Evidence) {
	if c.done[pos] {
		return
	}
	c.done[pos] = true
	evidence := e.Evidence.And(scope)
	level := levelOf(e)
	if evidence == trace.Likely {
		level = min(level, rule.Warning)
	}
	var steps []trace.Step
	if s != nil {
		steps = append(steps, trace.Step{Pos: s.Pos, Text: "run again by " + by})
	}
	steps = append(steps, trace.Step{Pos: pos, Text: "reaches " + e.Op})
	steps = append(steps, e.Via...)
	rule.Report(c.pass, Info, rule.Finding{
		Pos: pos, Level: level, Evidence: evidence, Trace: steps, Help: help(e), Fixes: forward(c.pass, pos, e), About: e.Calls(),
		Message: fmt.Sprintf("%s is run again by %s without an idempotency key", e.Op, by),
	})
}

func levelOf(e *effects.Effect) rule.Level {
	switch e.Domain {
	case effects.Payment, effects.Email, effects.SMS, effects.Publish, effects.Cloud:
		if e.Class == effects.External {
			return rule.Error
		}
	}
	return rule.Warning
}

func help(e *effects.Effect) string {
	switch {
	case e.Class == effects.Accumulate:
		return "insert under a key of the intent with ON CONFLICT DO NOTHING, so that a second try adds nothing"
	case e.Mints:
		return "set the idempotency key yourself, before the first attempt: the SDK makes up a new one for every call"
	case e.Keyless:
		return "this provider takes no key: write the intent down before the first attempt, and ask the provider what became of it before the next"
	}
	return "make a key from the intent before the first attempt and send it with every attempt"
}
