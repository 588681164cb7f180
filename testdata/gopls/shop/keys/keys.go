// Package keys makes idempotency keys.
package keys

import "github.com/google/uuid"

// Fresh draws a key. What it returns is random can be learnt from this package only.
func Fresh() string { return "charge-" + uuid.NewString() }
