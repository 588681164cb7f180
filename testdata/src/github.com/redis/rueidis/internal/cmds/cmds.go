// Package cmds is a stub.
package cmds

type Completed struct{}

type Builder struct{}

func (b Builder) Set() (c Set) { return c }

func (b Builder) Sadd() (c Sadd) { return c }

func (b Builder) Arbitrary(token ...string) (c Arbitrary) { return c }

type Set struct{}

func (c Set) Key(key string) (s SetKey) { return s }

type SetKey struct{}

func (c SetKey) Value(value string) (s SetValue) { return s }

type SetValue struct{}

func (c SetValue) Nx() (s SetConditionNx) { return s }

func (c SetValue) Build() (s Completed) { return s }

type SetConditionNx struct{}

func (c SetConditionNx) ExSeconds(seconds int64) (s SetEx) { return s }

func (c SetConditionNx) Build() (s Completed) { return s }

type SetEx struct{}

func (c SetEx) Build() (s Completed) { return s }

type Sadd struct{}

func (c Sadd) Key(key string) (s SaddKey) { return s }

type SaddKey struct{}

func (c SaddKey) Member(member ...string) (s SaddMember) { return s }

type SaddMember struct{}

func (c SaddMember) Build() (s Completed) { return s }

type Arbitrary struct{}

func (c Arbitrary) Keys(keys ...string) Arbitrary { return c }

func (c Arbitrary) Args(args ...string) Arbitrary { return c }

func (c Arbitrary) Build() (s Completed) { return s }

func (b Builder) Exists() (c Exists) { return c }

type Exists struct{}

func (c Exists) Key(key ...string) (e ExistsKey) { return e }

type ExistsKey struct{}

func (c ExistsKey) Build() (s Completed) { return s }
