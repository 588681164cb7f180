package sqltext

import "testing"

func TestAccumulates(t *testing.T) {
	for _, c := range []struct {
		set  string
		want bool
	}{
		{"a = a + 1", true},
		{"a = COALESCE(a, 0) + $1", true},
		{"a = $1 + t.a", true},
		{"a = (a - $1)", true},
		{"a = a * 2", true},
		{"a = CASE WHEN b THEN a + 1 ELSE a END", true},
		{"a = array_append(a, $1)", true},
		{"a = NOT a", true},
		{"a[1] = a[1] + 1", true},
		{"a = a || ', seen'", true},
		{"a = a || '{\"k\": 1}'", false},
		{"a = a || $1", false},
		{"a = b + 1", false},
		{"a = u.a + 1", false},
		{"a = a", false},
		{"a = GREATEST(a, $1)", false},
		{"a = COALESCE(a, $1)", false},
		{"a = a->'x'", false},
		{"a = jsonb_set(a, '{x}', $1)", false},
		{"a = (SELECT a + 1 FROM u)", false},
		{"a = now() - interval '1 day'", false},
	} {
		s, _ := Parse("UPDATE t SET " + c.set + " WHERE id = 1")
		if s == nil || len(s.Sets) != 1 {
			t.Errorf("%s: not read", c.set)
			continue
		}
		if got := s.Sets[0].Accumulates(); got != c.want {
			t.Errorf("%s: got %v (%+v)", c.set, got, s.Sets[0])
		}
	}
}
