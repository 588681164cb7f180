package render

import "testing"

func TestEscapes(t *testing.T) {
	const all = "a:b,c%d\r\ne"
	if got, want := escape(all), "a:b,c%25d%0D%0Ae"; got != want {
		t.Errorf("text: %s, want %s", got, want)
	}
	if got, want := property(all), "a%3Ab%2Cc%25d%0D%0Ae"; got != want {
		t.Errorf("property: %s, want %s", got, want)
	}
}
