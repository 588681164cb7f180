package unkeyedcompensation

import (
	"go.temporal.io/sdk/workflow"
)

// ByName runs an activity that is known by its name alone.
func ByName(ctx workflow.Context, id string) error {
	if err := workflow.ExecuteActivity(ctx, "Take", id).Get(ctx, nil); err != nil {
		return err
	}
	if err := workflow.ExecuteActivity(ctx, "Reserve", id).Get(ctx, nil); err != nil {
		_ = workflow.ExecuteActivity(ctx, "GiveBack", id).Get(ctx, nil)
		return err
	}
	return nil
}
