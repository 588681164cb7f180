package luatext

import "testing"

func one(n float64) Reply { return Reply{Kind: Number, Num: n} }

var (
	none = Reply{Kind: Nil}
	key1 = Ref{"KEYS", 1}
	arg1 = Ref{"ARGV", 1}
)

func TestClaim(t *testing.T) {
	for name, c := range map[string]struct {
		text        string
		key, member Ref
		won, lost   Reply
		ok          bool
	}{
		"set nx": {`return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'EX', ARGV[2])`, key1, Ref{}, Reply{Kind: Text, Text: "OK"}, none, true},
		"setnx and expire": {`if redis.call("setnx", KEYS[1], ARGV[1]) == 1 then
			redis.call("expire", KEYS[1], 60) return 1
		else return 0 end`, key1, Ref{}, one(1), one(0), true},
		"exists first": {`if redis.call('exists', KEYS[1]) == 1 then return 0 end
			redis.call('set', KEYS[1], ARGV[1]) return 1`, key1, Ref{}, one(1), one(0), true},
		"the other sign": {`-- 1 means seen
			local seen = redis.call('get', KEYS[1])
			if seen then return 1 end
			redis.call('setex', KEYS[1], 3600, 'x')
			return 0`, key1, Ref{}, one(0), one(1), true},
		"not": {`local k = KEYS[1]
			local v = redis.call('GET', k)
			if not v then redis.call('SET', k, ARGV[1]); return true end
			return false`, key1, Ref{}, one(1), none, true},
		"member":   {`return redis.call('sadd', KEYS[1], ARGV[1])`, key1, arg1, one(1), one(0), true},
		"in hash":  {`if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then redis.call('hset', KEYS[1], ARGV[1], 1) return 'new' end return 'old'`, key1, arg1, Reply{Kind: Text, Text: "new"}, Reply{Kind: Text, Text: "old"}, true},
		"prefixed": {`local k = 'seen:' .. ARGV[1] if redis.call('exists', k) == 0 then redis.call('set', k, 1) return 1 end return 0`, arg1, Ref{}, one(1), one(0), true},
		"a word as error": {`if redis.call('exists', KEYS[1]) > 0 then return redis.error_reply('dup') end
			redis.call('set', KEYS[1], 1) return redis.status_reply('OK')`, key1, Ref{}, Reply{Kind: Text, Text: "OK"}, Reply{Kind: Error}, true},
		"other condition": {`if redis.call('exists', KEYS[1]) == 1 then return -1 end
			if tonumber(redis.call('get', KEYS[2])) < 1 then return 0 end
			redis.call('decr', KEYS[2]) redis.call('set', KEYS[1], 1) return 1`, key1, Ref{}, one(1), one(-1), true},

		"release of a lock":      {text: `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end`},
		"compare and set":        {text: `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('set', KEYS[1], ARGV[2]) return 1 end return 0`},
		"overwrites":             {text: `redis.call('set', KEYS[1], ARGV[1]) return 1`},
		"the same answer":        {text: `redis.call('setnx', KEYS[1], ARGV[1]) return 1`},
		"counter with a limit":   {text: `local n = redis.call('incr', KEYS[1]) if n == 1 then redis.call('expire', KEYS[1], 60) end if n > 10 then return 0 end return 1`},
		"mine or free":           {text: `local v = redis.call('get', KEYS[1]) if v == ARGV[1] then return 1 end if v then return 0 end redis.call('set', KEYS[1], ARGV[1]) return 1`},
		"loop":                   {text: `for i, k in ipairs(KEYS) do redis.call('setnx', k, 1) end return 1`},
		"table":                  {text: `if redis.call('exists', KEYS[1]) == 1 then return {0, 'x'} end redis.call('set', KEYS[1], 1) return {1, ''}`},
		"asks one, writes other": {text: `if redis.call('exists', KEYS[1]) == 1 then return 0 end redis.call('set', KEYS[2], 1) return 1`},
		"no lua":                 {text: `SELECT 1`},
		"cut":                    {text: `if redis.call('exists', KEYS[1]`},
	} {
		got, ok := Claim(c.text)
		if want := (Script{c.key, c.member, c.won, c.lost}); ok != c.ok || ok && got != want {
			t.Errorf("%s: %+v %v, want %+v %v", name, got, ok, want, c.ok)
		}
	}
}

func FuzzClaim(f *testing.F) {
	f.Add(`if redis.call('exists', KEYS[1]) == 1 then return {0, a=1} end local x, y = 1, [[z]] --[[ c ]] return not x or -#y .. "q"`)
	f.Fuzz(func(t *testing.T, text string) { Claim(text) })
}
