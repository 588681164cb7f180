// Package cloud is a client of a provider that takes its requests as maps. Nothing in sight implements it.
package cloud

import "context"

type API interface {
	CreateVpnGateway(ctx context.Context, request map[string]any) (string, error)
	DescribeVpnGateways(ctx context.Context, request map[string]any) (string, error)
	DeleteVpnGateway(ctx context.Context, request map[string]any) (string, error)
}
