// Package ec2 is a stub.
package ec2

import "context"

type Client struct{}

type Options struct{}

type CreateVolumeInput struct {
	AvailabilityZone *string
	ClientToken      *string
}

type CreateVolumeOutput struct{ VolumeId *string }

func (c *Client) CreateVolume(ctx context.Context, params *CreateVolumeInput, optFns ...func(*Options)) (*CreateVolumeOutput, error) {
	return nil, nil
}

type RunInstancesInput struct {
	ImageId     *string
	ClientToken *string
}

type RunInstancesOutput struct{}

func (c *Client) RunInstances(ctx context.Context, params *RunInstancesInput, optFns ...func(*Options)) (*RunInstancesOutput, error) {
	return nil, nil
}
