package claims

import (
	"go/constant"
	"go/token"
	"math"
	"strconv"
	"strings"
)

// compare evaluates a comparison; unknown where the assumption does not decide it.
func compare(op token.Token, x, y Abs) Abs {
	switch op {
	case token.EQL, token.NEQ:
		eq := equal(x, y)
		if op == token.NEQ {
			return not(eq)
		}
		return eq
	}
	if x.K == young || y.K == young {
		less := op == token.LSS || op == token.LEQ
		return boolAbs(less == (x.K == young))
	}
	xl, xh, ok1 := span(x)
	yl, yh, ok2 := span(y)
	if !ok1 || !ok2 {
		return Abs{K: unknown}
	}
	switch op {
	case token.LSS:
		return decide(xh < yl, xl >= yh)
	case token.LEQ:
		return decide(xh <= yl, xl > yh)
	case token.GTR:
		return decide(xl > yh, xh <= yl)
	case token.GEQ:
		return decide(xl >= yh, xh < yl)
	}
	return Abs{K: unknown}
}

func decide(yes, no bool) Abs {
	switch {
	case yes:
		return Abs{K: isTrue}
	case no:
		return Abs{K: isFalse}
	}
	return Abs{K: unknown}
}

func not(a Abs) Abs {
	switch a.K {
	case isTrue:
		return Abs{K: isFalse}
	case isFalse:
		return Abs{K: isTrue}
	}
	return Abs{K: unknown}
}

func equal(x, y Abs) Abs {
	if x.K == isNil {
		x, y = y, x
	}
	switch {
	case y.K == isNil:
		switch x.K {
		case isNil, zero:
			return Abs{K: isTrue}
		case nonNil, positive, noRow, aRow, object:
			return Abs{K: isFalse}
		}
	case x.K == nonNil && y.K == nonNil:
		if x.Tag != "" && x.Tag == y.Tag && x.Tag != tagFresh && x.Tag != tagFailed {
			return Abs{K: isTrue}
		}
		if x.Tag == tagTimeout || y.Tag == tagTimeout {
			return timedOut(x, y)
		}
		if (x.Tag == tagTaken || y.Tag == tagTaken) && x.Tag != "" && y.Tag != "" && x.Tag != y.Tag {
			return Abs{K: isFalse} // a conflict is no "no rows"
		}
	case x.K == isTrue || x.K == isFalse:
		if y.K == isTrue || y.K == isFalse {
			return boolAbs(x.K == y.K)
		}
	case x.K == zero && y.K == zero:
		return Abs{K: isTrue}
	case signed(x) && signed(y) && x.K != y.K:
		return Abs{K: isFalse}
	case x.K == positive && y.K == positive && (x.Tag == tagMany && y.Tag == "1" || x.Tag == "1" && y.Tag == tagMany):
		return Abs{K: isFalse}
	case x.K == y.K && signed(x) && x.Tag != "" && y.Tag != "" && x.Tag != tagMany && y.Tag != tagMany:
		return boolAbs(x.Tag == y.Tag)
	case x.K == positive && y.K == positive && x.Tag == "" && y.Tag == "1":
		return Abs{K: isTrue} // a key that is there is there once
	}
	return Abs{K: unknown}
}

// signed: a number, text or collection of which it is known whether anything is there.
func signed(a Abs) bool { return a.K == zero || a.K == positive || a.K == negative }

// timedOut compares the error of a call that was cut off with a sentinel: it is no answer of the provider's.
func timedOut(x, y Abs) Abs {
	if x.Tag == tagTimeout {
		x = y
	}
	if x.Tag == "" || strings.HasPrefix(x.Tag, "context.") || strings.HasPrefix(x.Tag, "os.") || strings.HasPrefix(x.Tag, "net.") || x.Tag == tagTimeout || x.Tag == tagFresh {
		return Abs{K: unknown}
	}
	return Abs{K: isFalse}
}

// span is the range of a number.
func span(a Abs) (lo, hi float64, ok bool) {
	switch a.K {
	case zero:
		return 0, 0, true
	case negative:
		f, err := strconv.ParseFloat(a.Tag, 64)
		return f, f, err == nil
	case positive:
		switch a.Tag {
		case "":
			return 1, math.Inf(1), true
		case tagMany:
			return 2, math.Inf(1), true
		}
		f, exact := constant.Float64Val(constant.MakeFromLiteral(a.Tag, token.INT, 0))
		if f > 0 {
			return f, f, exact || f > 0
		}
	}
	return 0, 0, false
}
