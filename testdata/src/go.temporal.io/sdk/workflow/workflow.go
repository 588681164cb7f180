// Package workflow is a stub.
package workflow

type Context interface{ Done() bool }

type CancelFunc func()

type Future interface {
	Get(ctx Context, valuePtr interface{}) error
}

func ExecuteActivity(ctx Context, activity interface{}, args ...interface{}) Future { return nil }

func NewDisconnectedContext(parent Context) (Context, CancelFunc) { return parent, nil }
