// Package api is a stub.
package api

type KVPair struct {
	Key         string
	Value       []byte
	ModifyIndex uint64
}

type WriteOptions struct{}

type WriteMeta struct{}

type KV struct{}

func (k *KV) CAS(p *KVPair, q *WriteOptions) (bool, *WriteMeta, error) { return false, nil, nil }
