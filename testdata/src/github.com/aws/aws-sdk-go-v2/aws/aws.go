// Package aws is a stub.
package aws

func String(v string) *string { return &v }

func ToString(p *string) string { return *p }
