// Package models holds directives that cannot be read; the rule directive reports them.
package models

//idemlint:effect paiment
func a() {} // want `idemlint:effect: unknown effect "paiment": want payment, email, sms, publish, http, cloud, k8s, kv or sql; did you mean payment\?`

//idemlint:effect
func b() {} // want `idemlint:effect: which one\? want payment, email`

//idemlint:effect payment key=reff
func c(ref, note string) {} // want `idemlint:effect: no parameter "reff": want ref or note; did you mean ref\?`

//idemlint:effect payment clas=set
func d() {} // want `idemlint:effect: role effect.payment takes no attribute clas: want arg, .* did you mean class\?`

//idemlint:effect payment class=sett
func e() {} // want `idemlint:effect: class=sett: want read, set, accumulate or external; did you mean set\?`

//idemlint:key
func f(ref, note string) {} // want `idemlint:key: which parameter\? want ref or note`

//idemlint:key n
func g(n int, ref string) {} // want `idemlint:key: parameter n is not text: want ref`

//idemlint:claim ref
func h(ref string) {} // want `idemlint:claim: a claim tells whether the key was free: want a result of type bool or error`

//idemlint:retry
func i(ref string) {} // want `idemlint:retry: the function has no parameter that is a function`

//idemlint:idempotent
//idemlint:effect payment
func j() {} // want `idemlint:effect: idempotent and effect contradict each other` j:`effect.kv class=read`

//idemlint:lock
//idemlint:lock
func k() {} // want `idemlint:lock: stands twice on this function` k:`lock.ttl kind=acquire`

//idemlint:idempotent truly
func l() {} // want `idemlint:idempotent: takes nothing more`

//idemlint:lock relase
func m(body func()) {} // want `idemlint:lock: no parameter "relase": want body`

//idemlint:effect sql
func n() {} // want `idemlint:effect: effect sql wants verb=insert, verb=update, verb=upsert or verb=delete`

//idemlint:retry what now
func o(what func()) {} // want `idemlint:retry: takes one word, then name=value: "now" is too much`

//idemlint:idempotent
var p = func() {} // want `this directive stands on nothing it can speak of`

type q struct {
	//idemlint:effect payment
	f func() // want `this directive stands on nothing it can speak of`
	//idemlint:key Ref
	r string // want `idemlint:key: on a field it takes nothing more`
}

var s = q{} //idemlint:key
var t = s   // want `this directive stands on nothing`

func r() {
	//idemlint:idempotent
	_ = t // want `this directive stands on nothing`
}
