// Package ent is what ent generates for one table.
package ent

import (
	"context"

	"claims/ent/predicate"

	"entgo.io/ent/dialect/sql"
)

type Client struct{ Charge *ChargeClient }

type Charge struct {
	ID    int
	Key   string
	State string
}

func IsNotFound(err error) bool { return err != nil }

func IsConstraintError(err error) bool { return err != nil }

type ChargeClient struct{}

func (c *ChargeClient) Create() *ChargeCreate { return nil }

func (c *ChargeClient) Query() *ChargeQuery { return nil }

func (c *ChargeClient) Update() *ChargeUpdate { return nil }

type ChargeCreate struct{}

func (cc *ChargeCreate) SetKey(s string) *ChargeCreate { return cc }

func (cc *ChargeCreate) SetState(s string) *ChargeCreate { return cc }

func (cc *ChargeCreate) Save(ctx context.Context) (*Charge, error) { return nil, nil }

func (cc *ChargeCreate) OnConflict(opts ...sql.ConflictOption) *ChargeUpsertOne { return nil }

type ChargeUpsertOne struct{}

func (u *ChargeUpsertOne) DoNothing() *ChargeUpsertOne { return u }

func (u *ChargeUpsertOne) UpdateNewValues() *ChargeUpsertOne { return u }

func (u *ChargeUpsertOne) Exec(ctx context.Context) error { return nil }

type ChargeQuery struct{}

func (cq *ChargeQuery) Where(ps ...predicate.Charge) *ChargeQuery { return cq }

func (cq *ChargeQuery) Only(ctx context.Context) (*Charge, error) { return nil, nil }

func (cq *ChargeQuery) Exist(ctx context.Context) (bool, error) { return false, nil }

type ChargeUpdate struct{}

func (cu *ChargeUpdate) Where(ps ...predicate.Charge) *ChargeUpdate { return cu }

func (cu *ChargeUpdate) SetState(s string) *ChargeUpdate { return cu }

func (cu *ChargeUpdate) Save(ctx context.Context) (int, error) { return 0, nil }
