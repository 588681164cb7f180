// Package models holds struct types that stand for tables.
package models // want "plains: \\*\\(id\\)$"

import (
	"context"
	"time"

	"github.com/go-pg/pg/v10"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"xorm.io/xorm"

	"schema/far"
)

// gorm: the tags of all fields of one index make it, and embedded structs have columns of their own.
type Payment struct { // want Payment:"table payments, made here" "payments: \\*\\(id\\) idx_tenant_key\\(tenant_id,idempotency_key\\) unique url\\(url\\) unique w\\(w\\)\\[deleted_at IS NULL\\]$"
	gorm.Model
	TenantID       uint   `gorm:"uniqueIndex:idx_tenant_key"`
	IdempotencyKey string `gorm:"index:idx_tenant_key,unique;size:64"`
	URL            string `gorm:"unique"`
	W              string `gorm:"uniqueIndex:,where:deleted_at IS NULL"`
	Lines          []Line `gorm:"foreignKey:PaymentID"`
	Hidden         string `gorm:"-"`
}

type Line struct { // want Line:"table line_items, made here" "line_items: \\*\\(payment_id,n\\)$"
	PaymentID uint `gorm:"primaryKey"`
	N         int  `gorm:"primaryKey;autoIncrement:false"`
	Note      string
}

const lines = "line_items"

func (*Line) TableName() string { return lines }

// The name comes from a struct that is embedded, here and in another package.
type SpecialLine struct { // want SpecialLine:"table line_items, made here"
	Line
	Extra string
}

type FarEvent struct { // want FarEvent:"table seen_events, made here" "seen_events: .*"
	far.Event
}

func more(db *gorm.DB) error { return db.AutoMigrate(&SpecialLine{}, &FarEvent{}) }

type Address struct { // want "addresses: unique zip\\(zip\\) undefined$"
	Street string
	Zip    string `gorm:"uniqueIndex"`
}

// One column of an index that another one makes unique belongs to it as well.
type Box struct { // want "boxes: \\*\\(id\\) idx_pair\\(a,b\\) unique home_zip\\(home_zip\\) undefined$"
	ID   string  `gorm:"primaryKey"`
	A    string  `gorm:"index:idx_pair"`
	B    string  `gorm:"index:idx_pair,unique"`
	Home Address `gorm:"embedded;embeddedPrefix:home_"`
}

// Made without a tag that speaks of indexes: the table has none but its key.
type Visit struct { // want Visit:"table visits, made here" "visits: \\*\\(id\\)$"
	ID      uint
	VisitID string
	At      time.Time
}

// Nobody makes a table from it, and no tag speaks of one.
type Request struct {
	ID string
}

func all() []any { return append([]any{&Payment{}}, new(Line)) }

func migrate(db *gorm.DB) error {
	if err := db.AutoMigrate(all()...); err != nil {
		return err
	}
	for _, m := range []any{&Visit{}, &far.Plain{}} {
		if err := db.Migrator().CreateTable(m); err != nil {
			return err
		}
	}
	return nil
}

// bun: the group names the index, the base model the table.
type Delivery struct { // want Delivery:"table webhook_deliveries, made here" "webhook_deliveries: \\*\\(id\\) unique per_endpoint\\(endpoint_id,event_id\\) uniq_attempt\\(event_id\\)\\[attempt = 1\\]$"
	bun.BaseModel `bun:"table:webhook_deliveries,alias:d"`

	ID         int64  `bun:",pk,autoincrement"`
	EndpointID string `bun:"endpoint_id,unique:per_endpoint"`
	EventID    string `bun:",unique:per_endpoint"`
	Attempt    int
	Endpoint   *Box `bun:"rel:belongs-to,join:endpoint_id=id"`
}

func create(ctx context.Context, db *bun.DB) {
	_, _ = db.NewCreateTable().Model((*Delivery)(nil)).IfNotExists().Exec(ctx)
	_, _ = db.NewCreateIndex().Model((*Delivery)(nil)).Unique().Index("uniq_attempt").Column("event_id").Where("attempt = 1").Exec(ctx)
	_, _ = db.NewCreateIndex().Model((*Delivery)(nil)).Index("plain").Column("attempt").Exec(ctx)
	q := db.NewCreateIndex().Table("bare")
	_, _ = q.Unique().ColumnExpr("lower(email)").Exec(ctx) // want "bare: \\(email\\) undefined$"
}

// go-pg
type Charge struct { // want Charge:"table charges_v2, made here" "charges_v2: \\*\\(id\\) unique ref\\(ref\\)$"
	tableName struct{} `pg:"charges_v2"`
	ID        int64
	Ref       string `pg:",unique"`
}

func createCharges(db *pg.DB) error { return db.Model((*Charge)(nil)).CreateTable(nil) }

// xorm: the singular.
type UserToken struct { // want UserToken:"table user_token, made here" "user_token: \\*\\(id\\) unique s\\(user_id,kind\\)$"
	Id     int64  `xorm:"pk autoincr"`
	UserId int64  `xorm:"unique(s)"`
	Kind   string `xorm:"'kind' varchar(20) unique(s)"`
}

func sync(e *xorm.Engine) error { return e.Sync(new(UserToken)) }
