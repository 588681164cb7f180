// Package attributevalue is a stub.
package attributevalue

import "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

func MarshalMap(in any) (map[string]types.AttributeValue, error) { return nil, nil }
