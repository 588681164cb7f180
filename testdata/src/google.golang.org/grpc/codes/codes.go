// Package codes is a stub.
package codes

type Code uint32

const (
	OK               Code = 0
	InvalidArgument  Code = 3
	DeadlineExceeded Code = 4
	NotFound         Code = 5
	AlreadyExists    Code = 6
	Unavailable      Code = 14
)
