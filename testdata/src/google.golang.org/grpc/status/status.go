// Package status is a stub.
package status

import "google.golang.org/grpc/codes"

func Code(err error) codes.Code { return 0 }
