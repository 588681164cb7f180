// Package storage is a stub.
package storage

import "context"

type Conditions struct {
	DoesNotExist    bool
	GenerationMatch int64
}

type BucketHandle struct{}

func (b *BucketHandle) Object(name string) *ObjectHandle { return nil }

type ObjectHandle struct{}

func (o *ObjectHandle) If(conds Conditions) *ObjectHandle { return o }

func (o *ObjectHandle) NewWriter(ctx context.Context) *Writer { return nil }

type Writer struct{}

func (w *Writer) Write(p []byte) (int, error) { return 0, nil }

func (w *Writer) Close() error { return nil }
