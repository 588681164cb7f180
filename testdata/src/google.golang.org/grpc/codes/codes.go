// Package codes is a stub.
package codes

type Code uint32

const (
	OK            Code = 0
	NotFound      Code = 5
	AlreadyExists Code = 6
)
