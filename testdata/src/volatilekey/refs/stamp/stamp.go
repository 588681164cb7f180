// Package stamp formats marks.
package stamp

import (
	"strconv"

	"volatilekey/refs/stamp/tick"
)

// Mark returns a short mark.
func Mark() string {
	return strconv.FormatInt(tick.Now(), 36)
}
