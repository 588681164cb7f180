// Package idle uses libraries that know stores, and asks and writes none: there is nothing to look at.
package idle

import (
	"errors"
	"os"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func open(name string) (*os.File, error) { return os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644) }

func gone(err error) bool { return status.Code(err) == codes.NotFound || errors.Is(err, os.ErrExist) }

const text = "Update your profile and tell us who you are"
