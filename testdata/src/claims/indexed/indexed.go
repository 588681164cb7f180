package indexed // want package:"claims facts"

import (
	"context"
	"database/sql"
	"errors"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"gorm.io/gorm"
)

const tables = `
CREATE TABLE good (id bigserial PRIMARY KEY, tenant int, k text, deleted_at timestamptz, UNIQUE (tenant, k));
CREATE TABLE soft (id bigserial PRIMARY KEY, k text, deleted_at timestamptz);
CREATE UNIQUE INDEX soft_k ON soft (k) WHERE deleted_at IS NULL;
CREATE TABLE done (id bigserial PRIMARY KEY, k text, state text);
CREATE UNIQUE INDEX done_k ON done (k) WHERE state = 'done';
CREATE TABLE timed (id bigserial PRIMARY KEY, k text, at timestamptz, UNIQUE (k, at));
CREATE TABLE bare (id bigserial PRIMARY KEY, k text);
`

func good(ctx context.Context, db *sql.DB, tenant int, k string) error { // want good:".*"
	var n int
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM good WHERE tenant = $1 AND k = $2`, tenant, k).Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := db.ExecContext(ctx, `INSERT INTO good (tenant, k) VALUES ($1, $2)`, tenant, k) // want "pair: .* unique$"
	return err
}

func soft(ctx context.Context, db *sql.DB, k string) error { // want soft:".*"
	var n int
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM soft WHERE k = $1`, k).Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := db.ExecContext(ctx, `INSERT INTO soft (k) VALUES ($1)`, k) // want "pair: .* unique$"
	return err
}

// The index is over rows that this one is none of.
func done(ctx context.Context, db *sql.DB, k string) error { // want done:".*"
	var n int
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM done WHERE k = $1`, k).Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := db.ExecContext(ctx, `INSERT INTO done (k, state) VALUES ($1, 'new')`, k) // want "pair: .* no index$"
	return err
}

// No two rows have the same time.
func timed(ctx context.Context, db *sql.DB, k string) error { // want timed:".*"
	var n int
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM timed WHERE k = $1`, k).Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := db.ExecContext(ctx, `INSERT INTO timed (k, at) VALUES ($1, now())`, k) // want "pair: .* no index$"
	return err
}

func bare(ctx context.Context, db *sql.DB, k string) error { // want bare:".*"
	var n int
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM bare WHERE k = $1`, k).Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := db.ExecContext(ctx, `INSERT INTO bare (k) VALUES ($1)`, k) // want "pair: .* no index$"
	return err
}

// Nobody has said what the table looks like.
func elsewhere(ctx context.Context, db *sql.DB, k string) error { // want elsewhere:".*"
	var n int
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM elsewhere WHERE k = $1`, k).Scan(&n); err != nil || n > 0 {
		return err
	}
	_, err := db.ExecContext(ctx, `INSERT INTO elsewhere (k) VALUES ($1)`, k) // want "pair: elsewhere k=p2$"
	return err
}

type Order struct {
	ID  uint
	Ref string `gorm:"uniqueIndex"`
	Num string `gorm:"index"`
}

func migrate(db *gorm.DB) error { return db.AutoMigrate(&Order{}) }

func byRef(db *gorm.DB, ref string) error { // want byRef:".*"
	var o Order
	if err := db.Where("ref = ?", ref).First(&o).Error; !errors.Is(err, gorm.ErrRecordNotFound) {
		return err
	}
	return db.Create(&Order{Ref: ref}).Error // want "pair: .* unique$"
}

func byNum(db *gorm.DB, num string) error { // want byNum:".*"
	var o Order
	if err := db.Where("num = ?", num).First(&o).Error; !errors.Is(err, gorm.ErrRecordNotFound) {
		return err
	}
	return db.Create(&Order{Num: num}).Error // want "pair: .* no index$"
}

type keys struct{ c *mongo.Collection }

func newKeys(ctx context.Context, db *mongo.Database) (*keys, error) {
	k := &keys{c: db.Collection("keys")}
	_, err := k.c.Indexes().CreateOne(ctx, mongo.IndexModel{Keys: bson.D{{Key: "key", Value: 1}}, Options: options.Index().SetUnique(true)})
	return k, err
}

func (s *keys) byKey(ctx context.Context, key string) error { // want byKey:".*"
	if err := s.c.FindOne(ctx, bson.M{"key": key}).Err(); !errors.Is(err, mongo.ErrNoDocuments) {
		return err
	}
	_, err := s.c.InsertOne(ctx, bson.M{"key": key}) // want "pair: .* unique$"
	return err
}

func (s *keys) byName(ctx context.Context, name string) error { // want byName:".*"
	if err := s.c.FindOne(ctx, bson.M{"name": name}).Err(); !errors.Is(err, mongo.ErrNoDocuments) {
		return err
	}
	_, err := s.c.InsertOne(ctx, bson.M{"name": name}) // want "pair: .* no index$"
	return err
}
