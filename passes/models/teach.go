package models

import (
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/nearest"
	"github.com/idemlint/idemlint/passes/words"
)

// teach turns one directive into lines of the catalogue:
//
//	effect DOMAIN [key=PARAM|none] [class=…] [op=…] …   what calling the function changes outside
//	key PARAM                                           the parameter is an idempotency key
//	claim PARAM                                         takes the key for itself, and says so if it was taken
//	lock | lock PARAM | lock release                    returns holding a lock; calls PARAM under one; gives it back
//	retry [PARAM]                                       calls its function PARAM again until it succeeds
//	redelivery [PARAM]                                  is run again for the same message; PARAM is what it registers
//	idempotent                                          may be called again: counts as a read
//
// What follows as name=value goes to the catalogue, which knows what each role takes.
func (s *subject) teach(word, rest string) error {
	if s.said[word] && word != "key" {
		return errors.New("stands twice on this function")
	}
	s.said[word] = true
	if s.said["idempotent"] && s.said["effect"] {
		return errors.New("idempotent and effect contradict each other: one says that a second call changes nothing, the other that it does")
	}
	var plain, attrs []string
	for w := range strings.FieldsSeq(rest) {
		if strings.Contains(w, "=") {
			attrs = append(attrs, w)
		} else {
			plain = append(plain, w)
		}
	}
	if len(plain) > 1 {
		return fmt.Errorf("takes one word, then name=value: %q is too much", plain[1])
	}
	first := strings.Join(plain, "")
	switch word {
	case "effect":
		return s.effect(first, attrs)
	case "key":
		return s.onParam(first, isText, "text", catalog.KeySink, attrs)
	case "claim":
		if !s.answers() {
			return errors.New("a claim tells whether the key was free: want a result of type bool or error")
		}
		before := len(s.lines)
		if err := s.onParam(first, isText, "text", catalog.DedupClaim, append(attrs, "store=kv")); err != nil {
			return err
		}
		arg, _, _ := strings.Cut(s.lines[before].Attrs, " ")
		return s.add(catalog.Store, "op=claim", arg, "store=kv")
	case "lock":
		return s.lock(first, attrs)
	case "retry":
		return s.onParam(first, isFunc, "a function", catalog.RetryWrapper, attrs)
	case "redelivery":
		return s.redelivery(first, attrs)
	}
	if first != "" || len(attrs) > 0 {
		return errors.New("takes nothing more")
	}
	return s.add(catalog.EffectKV, "class=read")
}

// domains are the words that effect takes.
var domains = []string{"payment", "email", "sms", "publish", "http", "cloud", "k8s", "kv", "sql"}

func (s *subject) effect(domain string, attrs []string) error {
	if !slices.Contains(domains, domain) {
		if domain == "" {
			return fmt.Errorf("which one? want %s", nearest.List(domains))
		}
		return fmt.Errorf("unknown effect %q: %s", domain, nearest.Want(domain, domains))
	}
	key, verb, class := "", "", false
	var rest []string
	for _, a := range attrs {
		name, value, _ := strings.Cut(a, "=")
		switch {
		case name == "key" && value != "none":
			key = value
			continue
		case name == "verb":
			verb = value
		case name == "class":
			class = true
		case name == "arg":
			i, err := s.param(value, nil, "")
			if err != nil {
				return err
			}
			a = "arg=" + strconv.Itoa(i)
		}
		if key != "" && a == "key=none" {
			return errors.New("key stands twice")
		}
		rest = append(rest, a)
	}
	switch domain {
	case "http":
		if !hasAttr(rest, "method") {
			rest = append(rest, "method=POST")
		}
	case "sql":
		if verb == "" {
			return errors.New("effect sql wants verb=insert, verb=update, verb=upsert or verb=delete")
		}
		if !class {
			rest = append(rest, map[bool]string{true: "class=accumulate", false: "class=set"}[verb == "insert"])
		}
	}
	keys, err := s.keys(key)
	if err != nil {
		return err
	}
	if err := s.add(catalog.Role("effect."+domain), rest...); err != nil {
		return err
	}
	for _, i := range keys {
		if err := s.add(catalog.KeySink, "arg="+strconv.Itoa(i)); err != nil {
			return err
		}
	}
	return nil
}

func hasAttr(attrs []string, name string) bool {
	return slices.ContainsFunc(attrs, func(a string) bool { return strings.HasPrefix(a, name+"=") })
}

// keys lists the parameters that key an effect: the one that the directive names, else those whose names say so.
func (s *subject) keys(named string) ([]int, error) {
	if named != "" {
		i, err := s.param(named, isText, "text")
		return []int{i}, err
	}
	var out []int
	for i := range s.sig.Params().Len() {
		if p := s.sig.Params().At(i); words.IsKey(p.Name()) && isText(p.Type()) {
			out = append(out, i)
		}
	}
	return out, nil
}

func (s *subject) lock(first string, attrs []string) error {
	switch {
	case first == "":
		return s.add(catalog.LockTTL, append(attrs, "kind=acquire")...)
	case first == "release" && s.index(first) < 0:
		return s.add(catalog.LockTTL, append(attrs, "kind=release")...)
	}
	return s.onParam(first, isFunc, "a function", catalog.LockTTL, attrs)
}

func (s *subject) redelivery(first string, attrs []string) error {
	switch {
	case first != "":
		return s.onParam(first, nil, "", catalog.ConsumerEntry, attrs)
	case s.abstract:
		return s.add(catalog.ConsumerEntry, append(attrs, "impl=yes")...)
	}
	return s.add(catalog.ConsumerEntry, append(attrs, "self=yes")...)
}

// onParam adds a line about a parameter.
func (s *subject) onParam(name string, fits func(types.Type) bool, what string, role catalog.Role, attrs []string) error {
	i, err := s.param(name, fits, what)
	if err != nil {
		return err
	}
	return s.add(role, append([]string{"arg=" + strconv.Itoa(i)}, attrs...)...)
}

// param finds a parameter by its name or as arg0, arg1; without a name the only one that fits.
func (s *subject) param(name string, fits func(types.Type) bool, what string) (int, error) {
	var fitting []string
	only := -1
	params := s.sig.Params()
	for i := range params.Len() {
		if fits == nil || fits(params.At(i).Type()) {
			only = i
			fitting = append(fitting, paramName(params.At(i), i))
		}
	}
	i := only
	if name != "" {
		i = s.index(name)
	}
	switch {
	case len(fitting) == 0:
		return 0, fmt.Errorf("the function has no parameter that is %s", what)
	case name == "" && len(fitting) > 1:
		return 0, fmt.Errorf("which parameter? want %s", nearest.List(fitting))
	case i < 0:
		return 0, fmt.Errorf("no parameter %q: %s", name, nearest.Want(name, fitting))
	case fits != nil && !fits(params.At(i).Type()):
		return 0, fmt.Errorf("parameter %s is not %s: %s", name, what, nearest.Want(name, fitting))
	}
	return i, nil
}

func paramName(p *types.Var, i int) string {
	if p.Name() == "" || p.Name() == "_" {
		return "arg" + strconv.Itoa(i)
	}
	return p.Name()
}

func (s *subject) index(name string) int {
	params := s.sig.Params()
	for i := range params.Len() {
		if params.At(i).Name() == name || "arg"+strconv.Itoa(i) == name {
			return i
		}
	}
	return -1
}

// answers reports whether the function can say that a key was taken.
func (s *subject) answers() bool {
	for i := range s.sig.Results().Len() {
		t := s.sig.Results().At(i).Type()
		if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 || types.Identical(t, types.Universe.Lookup("error").Type()) {
			return true
		}
	}
	return false
}

func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// isText: keys are texts, bytes (a UUID is an array of them), or pointers to such.
func isText(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		return isByte(u.Elem())
	case *types.Array:
		return isByte(u.Elem())
	case *types.Pointer:
		return isText(u.Elem())
	}
	return false
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}
