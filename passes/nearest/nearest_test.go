package nearest

import (
	"strings"
	"testing"
)

func TestTo(t *testing.T) {
	valid := []string{"effect", "key", "claim", "lock", "retry", "redelivery", "idempotent", "ignore", "file-ignore", "off", "on"}
	for word, want := range map[string]string{
		"efect": "effect", "effcet": "effect", "idempotant": "idempotent", "keys": "key", "Retry": "retry", "ingore": "ignore",
		"fileignore": "file-ignore", "delivery": "redelivery", "of": "off",
		"zebra": "", "": "", "x": "", strings.Repeat("key", 1000): "key",
	} {
		if got := To(word, valid); got != want {
			t.Errorf("To(%.20q) = %q, want %q", word, got, want)
		}
	}
}

func TestWant(t *testing.T) {
	for _, test := range []struct {
		word  string
		valid []string
		want  string
	}{
		{"beta2", []string{"aa", "beta1", "cc"}, "want aa, beta1 or cc; did you mean beta1?"},
		{"zz", []string{"aa", "b1"}, "want aa or b1"},
		{"ab", []string{"aa"}, "want aa"},
		{"ab", nil, "want "},
	} {
		if got := Want(test.word, test.valid); got != test.want {
			t.Errorf("Want(%q, %q) = %q, want %q", test.word, test.valid, got, test.want)
		}
	}
}
