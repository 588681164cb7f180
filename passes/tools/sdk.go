package tools

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/guard"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// things are what there can be two of after a second call, although nobody asked for two: nothing in their name is unique.
var things = words.Set("comment comments message messages issue issues event events task tasks note notes worklog run runs build builds " +
	"email mail reply annotation annotations activity incident incidents ticket tickets order payment charge refund gist review invitation notification " +
	"alert job pipeline deployment booking transaction transfer invoice subtask draft mails emails replies")

const maxSteps = 3 // calls within the package between a handler and a client's method

// named finds what a tool does through a client of another module of which nothing is known but names: the tool's name says that
// something is made, the method's name says so too, and it is of a kind that there can be two of. Asked only where nothing else was found.
func (e *engine) named(t *Tool, h *handler) *guard.Act {
	if verb, _ := verbOf(t.Name); h.fn == nil || verb != words.Mutating {
		return nil
	}
	for _, x := range e.eff.In(h.fn) {
		if x.Domain == effects.Claim || x.Keyed() {
			return nil
		}
	}
	seen := map[*ssa.Function]bool{}
	var walk func(fn *ssa.Function, blocks map[*ssa.BasicBlock]bool, depth int) *guard.Act
	walk = func(fn *ssa.Function, blocks map[*ssa.BasicBlock]bool, depth int) *guard.Act {
		if seen[fn] || depth > maxSteps {
			return nil
		}
		seen[fn] = true
		for _, b := range fn.Blocks {
			if blocks != nil && !blocks[b] {
				continue
			}
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if name := e.makes(call, t.Name); name != "" {
					return &guard.Act{Act: &dedup.Act{Site: call, What: name, Class: effects.External, Evidence: trace.Likely}}
				}
				callee := call.Common().StaticCallee()
				if callee == nil {
					continue
				}
				if o := callee.Origin(); o != nil {
					callee = o
				}
				if !e.prog.Has(callee) {
					continue
				}
				if a := walk(callee, nil, depth+1); a != nil {
					step := trace.Step{Pos: a.Site.Pos(), Text: "calls on"}
					if len(a.Via) == 0 {
						step.Text = "performs " + a.What
					}
					a.Via = append([]trace.Step{step}, a.Via...)
					a.Site = call
					return a
				}
			}
		}
		return nil
	}
	return walk(h.fn, h.blocks, 0)
}

// makes names the method of a client that a call goes to, if it makes something by its name; "" else.
func (e *engine) makes(call ssa.CallInstruction, tool string) string {
	obj := origin.Callee(call.Common())
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == e.pass.Pkg || ir.Std(obj.Pkg().Path()) || e.orig.SameModule(obj) || e.cat.HasPackage(obj.Pkg().Path()) {
		return ""
	}
	sig := obj.Signature()
	n := sig.Results().Len()
	if sig.Recv() == nil || n == 0 || !types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type()) {
		return ""
	}
	recv, name := typeName(sig.Recv().Type()), obj.Name()
	what := name
	switch name {
	case "Do", "Execute": // of a request that was built before: EventsInsertCall.Do
		what = strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(recv, "Api"), "Call"), "Request")
		if what == recv {
			return ""
		}
	}
	if !mutates(what) || len(e.eff.Of(call)) > 0 {
		return ""
	}
	kind, of := false, append(words.Split(tool), words.Split(what)...)
	if len(words.Split(what)) == 1 {
		of = append(of, words.Split(recv)...) // Comments.Add
	}
	for _, w := range of {
		kind = kind || things[w]
	}
	if !kind {
		return ""
	}
	for _, a := range call.Common().Args {
		if len(e.orig.At(a, call).Keys) > 0 {
			return ""
		}
	}
	return recv + "." + name
}

// mutates reports whether a name says that something is made to happen, and nothing else.
func mutates(name string) bool {
	found := false
	for _, w := range words.Split(name) {
		switch words.VerbOf(w) {
		case words.Mutating:
			found = true
		case words.Reading, words.Setting:
			return false
		}
	}
	return found
}

// setters move a named object to a state, as a tool's name says it.
var setters = words.Set("assign unassign resolve unresolve dismiss approve lock unlock pin unpin star unstar follow unfollow complete reopen " +
	"transition edit abort toggle change configure finish")

// members are what a named object has or has not: who adds one twice adds it once.
var members = words.Set("member members tester testers user users label labels reaction reactions assignee assignees tag tags collaborator " +
	"collaborators watcher watchers reviewer reviewers participant participants permission permissions role roles")

// verbOf is what a tool's name says that it does: the first verb in it, whatever it begins with. One that also says "update" or the like
// (create_or_update_file) sets, and so does one that adds a member to a set.
func verbOf(tool string) (words.Verb, string) {
	verb, word, before := words.Other, "", ""
	for _, w := range words.Split(tool) {
		last := before
		before = w
		v := words.VerbOf(w)
		if setters[w] {
			v = words.Setting
		}
		switch {
		case v == words.Setting && verb == words.Mutating && last == "or":
			return words.Setting, w
		case verb == words.Other && v != words.Other:
			verb, word = v, w
		case word == "add" && members[w] && verb == words.Mutating:
			return words.Setting, w
		}
	}
	return verb, word
}

func typeName(t types.Type) string {
	if n, ok := deref(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
