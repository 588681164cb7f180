// Package retry is a stub.
package retry

type CallArgs struct{ Func func() error }

func Call(args CallArgs) error { return args.Func() }
