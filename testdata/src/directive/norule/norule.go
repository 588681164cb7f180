// Package norule is analysed under a configuration that names a rule which does not exist.
package norule // want `error/proved: the configuration cannot be used: .*conf.yml:2: unknown rule "unkeydretry": want .*; did you mean unkeyedretry\? \(directive\)`

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
