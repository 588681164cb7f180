// Package names builds keys.
package names

// ForRide names a ride.
func ForRide(rideID string) string { return "ride:v1:" + rideID }
