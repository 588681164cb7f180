// Package schema is a stub.
package schema

type Annotation interface{ Name() string }
