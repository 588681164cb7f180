// Package keyvalue claims keys in stores of keys, in caches and by files. work() is what somebody must do once.
package keyvalue

import (
	"context"
	"errors"
	"os"
	"sync"

	"github.com/bradfitz/gomemcache/memcache"
	"github.com/hashicorp/consul/api"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/patrickmn/go-cache"
	"go.etcd.io/bbolt"
	clientv3 "go.etcd.io/etcd/client/v3"
)

func work() {}

func etcd(ctx context.Context, c *clientv3.Client, key string) error {
	resp, err := c.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).Then(clientv3.OpPut(key, "1")).Commit() // want `claim kv p2`
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		work() // want `loser`
		return nil
	}
	work() // want `winner`
	return nil
}

func etcdVersion(ctx context.Context, c *clientv3.Client, key string, rev int64) error {
	_, err := c.Txn(ctx).If(clientv3.Compare(clientv3.ModRevision(key), "=", rev)).Then(clientv3.OpPut(key, "1")).Commit() // compare and set
	return err
}

func etcdRacy(ctx context.Context, c *clientv3.Client, key string) error {
	resp, err := c.Get(ctx, key) // want `check kv p2`
	if err != nil || len(resp.Kvs) > 0 {
		return err
	}
	_, err = c.Put(ctx, key, "1") // want `record kv p2` `pair`
	return err
}

func consul(kv *api.KV, key string) error {
	ok, _, err := kv.CAS(&api.KVPair{Key: key, Value: []byte("1")}, nil) // want `claim kv p1`
	if err != nil || !ok {
		return err
	}
	work() // want `winner`
	return nil
}

func consulVersion(kv *api.KV, p *api.KVPair) {
	kv.CAS(&api.KVPair{Key: p.Key, ModifyIndex: p.ModifyIndex}, nil) // compare and set
}

func nats(ctx context.Context, kv jetstream.KeyValue, key string) error {
	_, err := kv.Create(ctx, key, nil) // want `claim kv p2`
	if errors.Is(err, jetstream.ErrKeyExists) {
		work() // want `loser`
		return nil
	}
	if err != nil {
		return err
	}
	work() // want `winner`
	return nil
}

func mem(c *memcache.Client, key string) error {
	switch err := c.Add(&memcache.Item{Key: key}); err { // want `claim kv p1`
	case memcache.ErrNotStored:
		work() // want `loser`
	case nil:
		work() // want `winner`
	default:
		return err
	}
	return nil
}

func cached(c *cache.Cache, key string) {
	if c.Add(key, true, 0) != nil { // want `claim memory p1`
		return
	}
	work() // want `winner`
}

func contains(c *lru.Cache[string, bool], key string) {
	if ok, _ := c.ContainsOrAdd(key, true); ok { // want `claim memory p1`
		return
	}
	work() // want `winner`
}

func peek(c *lru.Cache[string, bool], key string) {
	if _, ok, evicted := c.PeekOrAdd(key, true); !ok { // want `claim memory p1`
		work() // want `winner`
	} else if evicted {
		work() // want `loser`
	}
}

func loaded(m *sync.Map, key string) {
	if _, ok := m.LoadOrStore(key, true); !ok { // want `claim memory p1`
		work() // want `winner`
	}
}

func file(key string) error {
	f, err := os.OpenFile("/run/"+key, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // want `claim file =/run/\+p0`
	if os.IsExist(err) {
		work() // want `loser`
		return nil
	}
	if err != nil {
		return err
	}
	work() // want `winner`
	return f.Close()
}

func filePlain(key string) (*os.File, error) {
	return os.OpenFile(key, os.O_CREATE|os.O_WRONLY, 0o600) // no claim
}

func bolt(db *bbolt.DB, key []byte) error {
	return db.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte("seen"))
		if b.Get(key) != nil { // want `check kv x0`
			return nil
		}
		return b.Put(key, nil) // want `record kv x0` `pair`
	})
}
