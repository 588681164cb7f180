package schema

import "testing"

func TestNames(t *testing.T) {
	for _, test := range []struct{ name, column, under string }{
		{"ID", "id", "id"},
		{"UserID", "user_id", "user_id"},
		{"IDNumber", "id_number", "id_number"},
		{"HTTPServer", "http_server", "http_server"},
		{"APIKeyURL", "api_key_url", "api_key_url"},
		{"UUID", "uuid", "uuid"},
		{"IdempotencyKey", "idempotency_key", "idempotency_key"},
		{"CreatedAt", "created_at", "created_at"},
		{"OAuthToken", "o_auth_token", "o_auth_token"},
		{"SKU", "sku", "sku"},
		{"SKUCode", "sku_code", "sku_code"},
		{"Zip", "zip", "zip"},
		{"ULID", "ul_id", "ulid"},
		{"A", "a", "a"},
		{"X1", "x1", "x1"},
		{"Key_2", "key_2", "key_2"},
		{"", "", ""},
	} {
		if got := ColumnName(test.name); got != test.column {
			t.Errorf("%s: column %s, want %s", test.name, got, test.column)
		}
		if got := underscored(test.name); got != test.under {
			t.Errorf("%s: underscored %s, want %s", test.name, got, test.under)
		}
	}
}

func TestPlurals(t *testing.T) {
	for one, many := range map[string]string{
		"": "", "order": "orders", "processed_event": "processed_events", "idempotency_key": "idempotency_keys", "entity": "entities",
		"inbox": "inboxes", "outbox": "outboxes", "batch": "batches", "address": "addresses", "status": "statuses", "alias": "aliases",
		"person": "people", "child": "children", "day": "days", "analysis": "analyses", "datum": "data", "medium": "media",
		"index": "indices", "wife": "wives", "shelf": "shelves", "sys_params": "sys_params", "money": "money", "metadata": "metadata",
		"bus": "buses", "quiz": "quizzes", "hero": "heros", "axis": "axes", "auth0": "auth0",
	} {
		if got := plural(one); got != many {
			t.Errorf("%s: %s, want %s", one, got, many)
		}
	}
	for typ, table := range map[string]string{"PaymentStatus": "payment_status", "Metadata": "metadata", "UserAPIKey": "user_api_keys", "Person": "people"} {
		if got := TableName(typ); got != table {
			t.Errorf("%s: %s, want %s", typ, got, table)
		}
	}
}
