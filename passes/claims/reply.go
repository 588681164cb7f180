package claims

import (
	"go/types"
	"strconv"

	"github.com/idemlint/idemlint/passes/luatext"
)

// ok and none are what redis answers to SET NX: done, or no value at all.
var (
	replyOK   = luatext.Reply{Kind: luatext.Text, Text: "OK"}
	replyNone = luatext.Reply{Kind: luatext.Nil}
)

// replies sets what redis answers to who comes first and to who comes second. raw: the client hands the answer over as it is and
// has functions to convert it, as redigo does; the others make an error of "no value".
func (o *Op) replies(won, lost luatext.Reply, raw bool) {
	say := func(rep luatext.Reply, found bool) *answer {
		a := &answer{op: "reply", found: found, rep: rep}
		if raw {
			return &answer{op: "reply", found: found, rep: rep, cooked: a}
		}
		return a
	}
	o.yes.obj, o.no.obj = say(won, true), say(lost, false)
	o.lost.obj = o.no.obj
}

// reply reads the part of a redis answer that has a type.
func (a *answer) reply(t types.Type) Abs {
	if isError(t) {
		switch {
		case a.rep.Kind == luatext.Nil && a.cooked == nil:
			return Abs{K: nonNil, Tag: tagAbsent}
		case a.rep.Kind == luatext.Error:
			return Abs{K: nonNil, Tag: tagTaken}
		}
		return Abs{K: isNil}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return a.basic(u)
	case *types.Slice:
		if a.rep.Kind == luatext.Nil {
			return Abs{K: zero}
		}
	case *types.Interface:
		v := a.value()
		if v.obj = a.cooked; v.obj == nil {
			v.obj = a
		}
		return v
	case *types.Pointer, *types.Struct:
		return Abs{K: object, obj: a}
	}
	return Abs{K: unknown}
}

func (a *answer) basic(t *types.Basic) Abs {
	switch {
	case t.Info()&types.IsBoolean != 0:
		switch a.rep.Kind {
		case luatext.Nil:
			return Abs{K: isFalse}
		case luatext.Number:
			return boolAbs(a.rep.Num != 0)
		case luatext.Text:
			if a.rep.Text == "OK" || a.rep.Text == "1" {
				return Abs{K: isTrue}
			}
		}
		return Abs{K: unknown}
	case a.rep.Kind == luatext.Nil:
		return Abs{K: zero}
	case t.Info()&types.IsString != 0 == (a.rep.Kind == luatext.Text):
		return a.value()
	}
	return Abs{K: unknown}
}

// value is the answer as it came.
func (a *answer) value() Abs {
	switch n := a.rep.Num; a.rep.Kind {
	case luatext.Nil:
		return Abs{K: isNil}
	case luatext.Text:
		return Abs{K: positive, Tag: a.rep.Text}
	case luatext.Number:
		tag := strconv.FormatFloat(n, 'g', -1, 64)
		switch {
		case n == 0:
			return Abs{K: zero}
		case n > 0:
			return Abs{K: positive, Tag: tag}
		}
		return Abs{K: negative, Tag: tag}
	}
	return Abs{K: unknown}
}

// counted is what a counter stands at after the first step, or after a later one.
func (a *answer) counted() Abs {
	if a.found {
		return Abs{K: positive, Tag: "1"}
	}
	return Abs{K: positive, Tag: tagMany}
}
