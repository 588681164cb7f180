package store // want package:"claims facts"

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

type Row struct {
	ID   uint
	Key  string `gorm:"uniqueIndex"`
	Body string
}

type Store struct {
	Pool *pgxpool.Pool
	DB   *gorm.DB
}

func (s *Store) Exists(ctx context.Context, key string) (bool, error) { // want Exists:"check rows key=p2"
	var ok bool
	err := s.Pool.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM rows WHERE key = $1)", key).Scan(&ok)
	return ok, err
}

func (s *Store) Get(ctx context.Context, key string) (*Row, error) { // want Get:"check rows key=p2"
	var r Row
	if err := s.DB.Where(&Row{Key: key}).First(&r).Error; err != nil {
		if errors.Is(err, gorm.ErrRecordNotFound) {
			return nil, nil
		}
		return nil, err
	}
	return &r, nil
}

func (s *Store) Find(ctx context.Context, key string) (r Row, err error) { // want Find:"check rows key=p2"
	err = s.DB.Limit(1).Find(&r, "key = ?", key).Error
	return r, err
}

// All tells nothing about the key to its caller.
func (s *Store) All(ctx context.Context, key string) int {
	var n int
	s.Pool.QueryRow(ctx, "SELECT count(*) FROM rows WHERE key = $1", key).Scan(&n)
	return 0
}

func (s *Store) Put(ctx context.Context, r *Row) error { // want Put:"record rows id=p2.ID key=p2.Key body=p2.Body"
	return s.DB.Create(r).Error
}

func (s *Store) Add(ctx context.Context, key, body string) error { // want Add:"record rows key=p2"
	_, err := s.Pool.Exec(ctx, "INSERT INTO rows (key, body) VALUES ($1, 'x')", key)
	return err
}

func (s *Store) Claim(ctx context.Context, key string) (bool, error) { // want Claim:"claim rows key=p2"
	var got string
	err := s.Pool.QueryRow(ctx, "INSERT INTO rows (key) VALUES ($1) ON CONFLICT DO NOTHING RETURNING key", key).Scan(&got)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// GetOrAdd holds the pair itself.
func (s *Store) GetOrAdd(ctx context.Context, key string) error { // want GetOrAdd:"record rows key=p2"
	ok, err := s.Exists(ctx, key)
	if err != nil || ok {
		return err
	}
	return s.Add(ctx, key, "") // want `pair: rows key=p2`
}
