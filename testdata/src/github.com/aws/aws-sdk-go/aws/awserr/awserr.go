// Package awserr is a stub.
package awserr

type Error interface {
	error
	Code() string
}
