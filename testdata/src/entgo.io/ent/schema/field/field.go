// Package field is a stub.
package field

type stringBuilder struct{}

func String(name string) *stringBuilder { return nil }

func Text(name string) *stringBuilder { return nil }

func (b *stringBuilder) Unique() *stringBuilder { return b }

func (b *stringBuilder) Optional() *stringBuilder { return b }

func (b *stringBuilder) StorageKey(key string) *stringBuilder { return b }

func (b *stringBuilder) Descriptor() {}

type intBuilder struct{}

func Int(name string) *intBuilder { return nil }

func (b *intBuilder) Unique() *intBuilder { return b }

func (b *intBuilder) Descriptor() {}

type timeBuilder struct{}

func Time(name string) *timeBuilder { return nil }

func (b *timeBuilder) Descriptor() {}

type Annotation struct{}

func (Annotation) Name() string { return "" }

func ID(first, second string, fields ...string) *Annotation { return nil }
