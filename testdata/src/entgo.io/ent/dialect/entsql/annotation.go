// Package entsql is a stub.
package entsql

type Annotation struct{ Table string }

func (Annotation) Name() string { return "" }

func Table(t string) *Annotation { return nil }

type IndexAnnotation struct{ Where string }

func (IndexAnnotation) Name() string { return "" }

func IndexWhere(pred string) *IndexAnnotation { return nil }
