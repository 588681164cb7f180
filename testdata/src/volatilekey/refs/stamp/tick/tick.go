// Package tick counts milliseconds.
package tick

import "time"

// Now returns the milliseconds of now.
func Now() int64 {
	return time.Now().UnixMilli()
}
