// Package wait is a stub.
package wait

func Poll(interval, timeout int, condition func() (done bool, err error)) error { return nil }

func Until(f func(), period int, stop <-chan struct{}) { f() }
