package words_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/passes/words"
)

func TestSplit(t *testing.T) {
	for name, want := range map[string]string{
		"IdempotencyKey":  "idempotency key",
		"idempotency_key": "idempotency key",
		"Idempotency-Key": "idempotency key",
		"idempotencyKey":  "idempotency key",
		"IDEMPOTENCY_KEY": "idempotency key",
		"HTTPServer":      "http server",
		"parseURL":        "parse url",
		"APIKeyID":        "api key id",
		"v2Client":        "v2 client",
		"sha256Sum":       "sha256 sum",
		"ID":              "id",
		"":                "",
		"__":              "",
		"größeKey":        "größe key",
		"order.id":        "order id",
	} {
		if got := words.Split(name); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("Split(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestIsKey(t *testing.T) {
	for _, name := range strings.Fields(`
		IdempotencyKey idempotency_key Idempotency-Key X-Idempotency-Key idempotentId IdempotenceKey idemKey IdemToken idempotency
		dedupKey DedupeID deduplication_id DedupHash clientToken ClientRequestToken request_token CreationToken callerReference CallerReference UniqueRequestID
		paymentIdempotencyKey refundDedupId charge_idempotency_token theIdempotencyKey idempotencyUUID IdempotencyValue IdempotencyHeader`) {
		if !words.IsKey(name) {
			t.Errorf("%s is a key", name)
		}
	}
	for _, name := range strings.Fields(`
		key id token nonce messageID MessageId taskID workflow_id externalId transactionID requestID request_id reference orderID
		apiKey APIKey accessToken sessionKey csrfToken lockKey cacheKey traceID correlationId
		nonIdempotentKeys NonIdempotentKey nextClientToken lastIdempotencyKey expectedIdempotencyKey actual_idempotency_key filterIdempotencyKey
		errIdempotencyKey withIdempotencyKey isIdempotentKey hasDedupKey maxDedupKey IdempotencyKeyPrefix idempotencyKeyTTL idempotency_key_config
		deduplicate idempotent IdempotentParameterMismatch dedupUUID clientTokens clientSecret
		aVeryLongNameThatEndsInSomethingLikeAnIdempotencyKey the_key_of_the_idempotency`) {
		if words.IsKey(name) {
			t.Errorf("%s is no key", name)
		}
	}
}

func TestIsAttempt(t *testing.T) {
	for _, name := range strings.Fields(`attempt attempts attemptNo attempt_number AttemptCount try tries tryCount retry retries RetryCount retried DeliveryCount NumDelivered`) {
		if !words.IsAttempt(name) {
			t.Errorf("%s counts attempts", name)
		}
	}
	for _, name := range strings.Fields(`attemptID maxAttempts max_retries retryAfter paymentAttempt retryable entry country tryAgain i n count`) {
		if words.IsAttempt(name) {
			t.Errorf("%s counts no attempts", name)
		}
	}
}

func TestKeyFor(t *testing.T) {
	for name, want := range map[string]string{
		"IdempotencyKey": "", "clientToken": "", "X-Idempotency-Key": "", "refundIdempotencyKey": "refund", "TaxOfficeIdempotencyKey": "tax office",
	} {
		if got := strings.Join(words.KeyFor(name), " "); got != want {
			t.Errorf("KeyFor(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestVerbOf(t *testing.T) {
	for name, want := range map[string]words.Verb{
		"GetOrder": words.Reading, "DescribeNatIps": words.Reading, "list": words.Reading, "QuoteShipment": words.Reading, "Ping": words.Reading, "ValidateCard": words.Reading,
		"PreviewInvoice": words.Reading, "authenticate": words.Reading,
		"DeleteMail": words.Setting, "UpdatePrice": words.Setting, "capturePayment": words.Setting, "cancel_order": words.Setting, "PutObject": words.Setting, "UpsertUser": words.Setting, "ConfirmBooking": words.Setting,
		"CreateVpnGateway": words.Mutating, "sendMail": words.Mutating, "Charge": words.Mutating, "refund_order": words.Mutating, "PublishEvent": words.Mutating, "Debit": words.Mutating, "RunInstances": words.Mutating,
		// A thing that may be taken for a verb, and its status.
		"TransferStatus": words.Reading, "order_state": words.Reading, "SendStatus": words.Mutating, "TransferStatusMail": words.Mutating,
		// The verb may be the second word, not the third.
		"BatchGetItem": words.Reading, "AsyncSend": words.Mutating, "OldOrderBookCreate": words.Mutating, "FooBarCreate": words.Other,
		"Frobnicate": words.Other, "": words.Other, "Sender": words.Other, "Getter": words.Other,
	} {
		if got := words.VerbOf(name); got != want {
			t.Errorf("VerbOf(%q) = %d, want %d", name, got, want)
		}
	}
}

func TestIsEffect(t *testing.T) {
	for _, c := range []struct {
		pkg, typ, method string
		want             bool
	}{
		{"bank", "Gateway", "Send", true},
		{"shop", "Mailer", "SendEmail", true},
		{"shop", "Wallet", "Debit", true},
		{"shop", "Payments", "Create", true},
		{"shop", "Printer", "PublishInvoice", true},
		// Both a strict verb and a noun.
		{"shop", "Printer", "Send", false},
		{"shop", "Gateway", "Get", false},
		{"shop", "Gateway", "Start", false},
		{"shop", "Gateway", "Execute", false},
		{"bank", "", "Send", false},
		// Nothing that speaks against it: in the method, at the end of the type, in the package.
		{"shop", "Gateway", "SendHandler", false},
		{"shop", "Gateway", "CreateSession", false},
		{"shop", "Gateway", "SendPreview", false},
		{"shop", "Gateway", "CreatePaymentTemplate", false},
		{"shop", "PaymentStore", "CreatePayment", false},
		{"shop", "OrderRepository", "CreateOrder", false},
		{"shop", "Queries", "CreatePayment", false},
		{"shop", "PaymentServer", "SendPayment", false},
		{"shop", "MessageStream", "SendMessage", false},
		{"shop", "StoreGateway", "SendMessage", true},
		{"store", "Gateway", "SendMessage", false},
		{"repository", "Gateway", "SendMessage", false},
		{"mocks", "Gateway", "SendMessage", false},
		// The verb comes first.
		{"shop", "Gateway", "MaybeSend", false},
		{"shop", "Gateway", "", false},
	} {
		if got := words.IsEffect(c.pkg, c.typ, c.method); got != c.want {
			t.Errorf("IsEffect(%q, %q, %q) = %v", c.pkg, c.typ, c.method, got)
		}
	}
}

func TestIsDouble(t *testing.T) {
	for name, want := range map[string]bool{"MockClient": true, "clientMock": true, "Mock": false, "Mockup": false, "Client": false, "Hammock": false} {
		if got := words.IsDouble(name); got != want {
			t.Errorf("IsDouble(%q) = %v", name, got)
		}
	}
}
