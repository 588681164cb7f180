// Package events is a stub.
package events

type SQSMessage struct{ MessageId string }

type SQSEvent struct{ Records []SQSMessage }

type APIGatewayProxyRequest struct{}
