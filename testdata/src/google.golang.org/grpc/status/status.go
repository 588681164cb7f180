// Package status is a stub.
package status

import "google.golang.org/grpc/codes"

func Code(err error) codes.Code { return 0 }

func Error(c codes.Code, msg string) error { return nil }

func Errorf(c codes.Code, format string, a ...any) error { return nil }

type Status struct{}

func (s *Status) Code() codes.Code { return 0 }

func FromError(err error) (*Status, bool) { return nil, false }
