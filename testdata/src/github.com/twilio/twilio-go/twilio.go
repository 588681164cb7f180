// Package twilio is a stub.
package twilio

import openapi "github.com/twilio/twilio-go/rest/api/v2010"

type RestClient struct{ Api *openapi.ApiService }
