// Package keys makes keys; that Fresh makes another one each time is known elsewhere only by a fact.
package keys

import "github.com/google/uuid"

func Fresh(order string) string { return order + uuid.NewString() }

func Of(order string) string { return "charge:" + order }
