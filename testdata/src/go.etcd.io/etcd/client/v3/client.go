// Package clientv3 is a stub.
package clientv3

import "context"

type Cmp struct{}

type Op struct{}

func Compare(cmp Cmp, result string, v interface{}) Cmp { return cmp }

func CreateRevision(key string) (c Cmp) { return c }

func ModRevision(key string) (c Cmp) { return c }

func OpPut(key, val string) (o Op) { return o }

type GetResponse struct {
	Kvs   []string
	Count int64
}

type PutResponse struct{}

type TxnResponse struct{ Succeeded bool }

type Txn interface {
	If(cs ...Cmp) Txn
	Then(ops ...Op) Txn
	Commit() (*TxnResponse, error)
}

type KV interface {
	Get(ctx context.Context, key string) (*GetResponse, error)
	Put(ctx context.Context, key, val string) (*PutResponse, error)
	Txn(ctx context.Context) Txn
}

type Client struct{ KV }
