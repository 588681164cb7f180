// Package worker is a stub.
package worker

type ActivityRegistry interface{ RegisterActivity(a interface{}) }
