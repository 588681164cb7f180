// Package generated claims through code that ent has generated. work() is what somebody must do once.
package generated

import (
	"context"
	"database/sql"
	"errors"

	"claims/ent"
	"claims/ent/charge"

	entsql "entgo.io/ent/dialect/sql"
)

func work() {}

func ask(ctx context.Context, c *ent.Client, key string) error {
	_, err := c.Charge.Query().Where(charge.Key(key)).Only(ctx) // want `check sql charges key=p2`
	if ent.IsNotFound(err) {
		_, err := c.Charge.Create().SetKey(key).SetState("new").Save(ctx) // want `record sql charges state==new key=p2` `pair`
		return err
	}
	return err
}

func exist(ctx context.Context, c *ent.Client, key string) error {
	ok, err := c.Charge.Query().Where(charge.And(charge.KeyEQ(key), charge.StateEQ("new"))).Exist(ctx) // want `check sql charges key=p2 state==new`
	if err != nil || ok {
		return err
	}
	_, err = c.Charge.Create().SetKey(key).Save(ctx) // want `record sql charges key=p2` `pair`
	return err
}

func others(ctx context.Context, c *ent.Client, key string) (bool, error) {
	return c.Charge.Query().Where(charge.KeyNEQ(key)).Exist(ctx) // no question for the key
}

func nothing(ctx context.Context, c *ent.Client, key string) error {
	err := c.Charge.Create().SetKey(key).OnConflict(entsql.ConflictColumns("key"), entsql.DoNothing()).Exec(ctx) // want `claim sql charges key=p2`
	if errors.Is(err, sql.ErrNoRows) {
		work() // want `loser`
		return nil
	}
	if err != nil {
		return err
	}
	work() // want `winner`
	return nil
}

func nothingMethod(ctx context.Context, c *ent.Client, key string) error {
	if err := c.Charge.Create().SetKey(key).OnConflict().DoNothing().Exec(ctx); err != nil { // want `claim sql charges key=p2`
		return err
	}
	work() // want `winner`
	return nil
}

func newValues(ctx context.Context, c *ent.Client, key string) error {
	return c.Charge.Create().SetKey(key).OnConflict().UpdateNewValues().Exec(ctx) // want `record sql charges key=p2`
}

func insert(ctx context.Context, c *ent.Client, key string) error {
	_, err := c.Charge.Create().SetKey(key).Save(ctx) // want `record sql charges key=p2`
	if ent.IsConstraintError(err) {
		return nil
	}
	return err
}

func state(ctx context.Context, c *ent.Client, id int) error {
	n, err := c.Charge.Update().Where(charge.ID(id), charge.StateEQ("new")).SetState("charging").Save(ctx) // want `claim sql charges id=p2`
	if err != nil || n == 0 {
		return err
	}
	work() // want `winner`
	return nil
}
