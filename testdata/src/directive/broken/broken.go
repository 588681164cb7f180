// Package broken is analysed under a configuration that cannot be read.
package broken // want `error/proved: the configuration cannot be used: .*conf.yml:1: unknown key "levels": want level, .*; did you mean level\? \(and 1 more\) \(directive\)`

//idemlint:effect payment
func pay() error { return nil }

func again() (err error) {
	for range 3 {
		if err = pay(); err == nil { // want `\(unkeyedretry\)`
			return nil
		}
	}
	return err
}
