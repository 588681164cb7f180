package claims // want package:"claims facts"

import (
	"context"
	"errors"
	"fmt"

	"claims/store"

	"gorm.io/gorm"
)

// Rows is implemented by one type in view.
type Rows interface {
	Exists(ctx context.Context, key string) (bool, error)
	Add(ctx context.Context, key, body string) error
}

func viaInterface(ctx context.Context, r Rows, key string) error { // want viaInterface:"check rows key=p2; record rows key=p2"
	ok, err := r.Exists(ctx, key)
	if err != nil || ok {
		return err
	}
	return r.Add(ctx, key, "") // want `pair: rows key=p2`
}

func pointer(ctx context.Context, s *store.Store, key string) error { // want pointer:"check rows key=p2; record rows key=p2"
	r, err := s.Get(ctx, key)
	if err != nil {
		return err
	}
	if r != nil {
		return errors.New("exists")
	}
	return s.Put(ctx, &store.Row{Key: key}) // want `pair: rows key=p2 rejects`
}

func zeroRow(ctx context.Context, s *store.Store, in store.Row) error { // want zeroRow:"check rows key=p2.Key; record rows id=p2.ID key=p2.Key body=p2.Body"
	r, _ := s.Find(ctx, in.Key)
	if r.ID == 0 {
		return s.Put(ctx, &in) // want `pair: rows key=p2.Key`
	}
	return nil
}

func found(ctx context.Context, s *store.Store, key string) error { // want found:"check rows key=p2; record rows key=p2"
	ok, err := s.Exists(ctx, key)
	if err != nil || !ok {
		return err
	}
	return s.Add(ctx, key, "") // on the found side
}

func otherKey(ctx context.Context, s *store.Store, key, other string) error { // want otherKey:"check rows key=p2; record rows key=p3"
	ok, err := s.Exists(ctx, key)
	if err != nil || ok {
		return err
	}
	return s.Add(ctx, other, "")
}

func built(ctx context.Context, s *store.Store, tenant, id string) error { // want built:"check rows key=.*; record rows key=.*"
	key := fmt.Sprintf("%s:%s", tenant, id)
	ok, err := s.Exists(ctx, key)
	if err != nil || ok {
		return err
	}
	return s.Add(ctx, fmt.Sprintf("%s:%s", tenant, id), "") // want `pair: rows key==%s:%s\+p2\+p3`
}

func holder(ctx context.Context, s *store.Store, key string) error { // want holder:"record rows key=p2"
	return s.GetOrAdd(ctx, key) // the pair is its own business
}

func inClosure(ctx context.Context, s *store.Store, key string) error { // want inClosure:"check rows key=p2; record rows key=p2"
	ok, err := s.Exists(ctx, key)
	if err != nil || ok {
		return err
	}
	return s.DB.Transaction(func(tx *gorm.DB) error { // want `pair: rows key=p2`
		return tx.Create(&store.Row{Key: key}).Error
	})
}

func isGone(err error) bool { return errors.Is(err, gorm.ErrRecordNotFound) }

func predicate(ctx context.Context, db *gorm.DB, key string) error { // want predicate:"check rows key=p2; record rows key=p2"
	var r store.Row
	err := db.First(&r, "key = ?", key).Error
	if isGone(err) {
		return db.Create(&store.Row{Key: key}).Error // want `pair: rows key=p2`
	}
	return err
}

func flag(ctx context.Context, db *gorm.DB, key string) error { // want flag:"check rows key=p2; record rows key=p2"
	var n int64
	db.Model(&store.Row{}).Where("key = ?", key).Count(&n)
	fresh := true
	if n != 0 {
		fresh = false
	}
	if fresh {
		return db.Create(&store.Row{Key: key}).Error // want `pair: rows key=p2`
	}
	return nil
}
