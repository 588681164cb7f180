package attempts

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/trace"
)

// implName reports whether a handler interface of the library has a method of this name.
func (p *pkgInfo) implName(pkg, name string) bool {
	for _, e := range p.consumers() {
		if e.Attr("impl") != "" && e.Sym.Name == name && (e.Sym.Pkg == pkg || strings.HasPrefix(e.Sym.Pkg, pkg+"/")) {
			return true
		}
	}
	return false
}

func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	n, _ := t.(*types.Named)
	if n != nil {
		n = n.Origin()
	}
	return n
}

// entryConversion handles a function converted to a library's handler type.
func (p *pkgInfo) entryConversion(ct *ssa.ChangeType) {
	if !isFunc(ct.Type()) {
		return
	}
	for _, e := range p.cat.Type(ct.Type(), catalog.ConsumerEntry) {
		if e.Attr("type") != "handler" {
			continue
		}
		for _, t := range p.resolve(ct.X) {
			if t.fn != nil {
				p.entry(t.fn, ct, e, trace.Proved)
			}
		}
	}
}

// takesMessage reports whether a handler takes a type that says that its call can be repeated (events.SQSEvent).
func (p *pkgInfo) takesMessage(t target) bool {
	var sig *types.Signature
	switch {
	case t.fn != nil:
		sig = t.fn.Signature
	case t.obj != nil:
		sig, _ = t.obj.Type().(*types.Signature)
	}
	if sig == nil {
		return false
	}
	for i := range sig.Params().Len() {
		for _, e := range p.cat.Type(sig.Params().At(i).Type(), catalog.ConsumerEntry) {
			if e.Attr("type") == "message" {
				return true
			}
		}
	}
	return false
}
