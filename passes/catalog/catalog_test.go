package catalog

import "testing"

func TestDataParses(t *testing.T) {
	for _, f := range files(data) {
		if _, _, err := Parse(f.name, f.text); err != nil {
			t.Error(err)
		}
	}
	t.Log(len(Default().Entries()))
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		c := empty()
		for _, f := range files(data) {
			c.index(f.name, f.text)
		}
	}
}
