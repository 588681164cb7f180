// Package internal is a stub.
package internal

type WorkflowExecution struct{ ID string }

type ActivityInfo struct {
	WorkflowExecution WorkflowExecution
	ActivityID        string
	Attempt           int32
}
