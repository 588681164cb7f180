package attempts

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// policy is what is known about a wrapper that retries only if a policy tells it to.
type policy uint8

const (
	unknownPolicy policy = iota
	retryPolicy
	otherPolicy
)

// policyOf looks at the policies that the receiver of a wrapper's call was built with. A retry policy is told by the name of its type;
// that it is one of several does not matter.
func policyOf(call *ssa.CallCommon) policy {
	if len(call.Args) == 0 && !call.IsInvoke() {
		return unknownPolicy
	}
	recv := call.Value
	if !call.IsInvoke() {
		recv = call.Args[0]
	}
	for range 8 {
		switch x := recv.(type) {
		case *ssa.MakeInterface:
			recv = x.X
		case *ssa.ChangeInterface:
			recv = x.X
		case *ssa.Call:
			args := x.Call.Args
			if len(args) == 0 {
				return unknownPolicy
			}
			if p := policies(args[len(args)-1]); p != unknownPolicy {
				return p
			}
			recv = args[0] // a method that returns its receiver
		default:
			return unknownPolicy
		}
	}
	return unknownPolicy
}

// policies judges the elements of a variadic argument; all must be seen before it is said that none is a retry policy.
func policies(v ssa.Value) policy {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return unknownPolicy
	}
	arr, ok := s.X.(*ssa.Alloc)
	if !ok || arr.Referrers() == nil {
		return unknownPolicy
	}
	found := unknownPolicy
	for _, ref := range *arr.Referrers() {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok || ia.Referrers() == nil {
			continue
		}
		for _, use := range *ia.Referrers() {
			st, ok := use.(*ssa.Store)
			if !ok {
				continue
			}
			name := policyName(st.Val)
			switch {
			case name == "":
				return unknownPolicy
			case strings.Contains(strings.ToLower(name), "retry"):
				return retryPolicy
			}
			found = otherPolicy
		}
	}
	return found
}

// policyName gives the type of a policy before it was turned into the interface that all policies share.
func policyName(v ssa.Value) string {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		v = x.X
	case *ssa.ChangeInterface:
		v = x.X
	default:
		return ""
	}
	t := types.Unalias(v.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
