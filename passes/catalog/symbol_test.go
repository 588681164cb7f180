package catalog

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

func TestUnversioned(t *testing.T) {
	for path, want := range map[string]string{
		"github.com/stripe/stripe-go/v82/refund":          "github.com/stripe/stripe-go/refund",
		"github.com/redis/go-redis/v9":                    "github.com/redis/go-redis",
		"gopkg.in/yaml.v3":                                "gopkg.in/yaml",
		"resty.dev/v3":                                    "resty.dev",
		"math/rand/v2":                                    "math/rand",
		"k8s.io/api/batch/v1":                             "k8s.io/api/batch/v1",
		"google.golang.org/api/compute/v1":                "google.golang.org/api/compute/v1",
		"github.com/adyen/adyen-go-api-library/v21/src/x": "github.com/adyen/adyen-go-api-library/src/x",
		"go.mongodb.org/mongo-driver/v2/mongo":            "go.mongodb.org/mongo-driver/mongo",
		"example.com/v2beta1/x":                           "example.com/v2beta1/x",
		"github.com/nats-io/nats.go":                      "github.com/nats-io/nats.go",
		"v2":                                              "v2",
		"":                                                "",
	} {
		if got := Unversioned(path); got != want {
			t.Errorf("Unversioned(%q) = %q, want %q", path, got, want)
		}
	}
}

func TestMajorOf(t *testing.T) {
	for path, want := range map[string]int{
		"github.com/cenkalti/backoff":      0,
		"github.com/cenkalti/backoff/v5":   5,
		"gopkg.in/gomail.v2":               2,
		"k8s.io/api/batch/v1":              0,
		"example.com/a/v3/internal/b":      3,
		"example.com/a/v99999999999/b":     0,
		"example.com/a/v12345678/b":        12345678,
		"github.com/VictorAvelar/mollie.x": 0,
	} {
		if got := majorOf(path); got != want {
			t.Errorf("majorOf(%q) = %d, want %d", path, got, want)
		}
	}
}

// checked type-checks small packages that import each other, in the order given.
func checked(t *testing.T, sources ...[2]string) map[string]*types.Package {
	t.Helper()
	fset := token.NewFileSet()
	pkgs := map[string]*types.Package{}
	for _, s := range sources {
		f, err := parser.ParseFile(fset, s[0]+".go", s[1], 0)
		if err != nil {
			t.Fatal(err)
		}
		conf := types.Config{Importer: mapImporter{pkgs}}
		p, err := conf.Check(s[0], fset, []*ast.File{f}, nil)
		if err != nil {
			t.Fatal(err)
		}
		pkgs[s[0]] = p
	}
	return pkgs
}

type mapImporter struct{ pkgs map[string]*types.Package }

func (m mapImporter) Import(path string) (*types.Package, error) {
	if p := m.pkgs[path]; p != nil {
		return p, nil
	}
	return importer.Default().Import(path)
}

// method looks a method up as a call does: through embedding, pointers and instantiation.
func method(t *testing.T, p *types.Package, typ, name string) *types.Func {
	t.Helper()
	obj := p.Scope().Lookup(typ)
	if obj == nil {
		t.Fatalf("no %s in %s", typ, p.Path())
	}
	m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, p, name)
	fn, ok := m.(*types.Func)
	if !ok {
		t.Fatalf("%s has no method %s", typ, name)
	}
	return fn
}

const (
	libV9 = `package lib
type cmdable func()
func (cmdable) SetNX(key string) bool { return true }
type Client struct { cmdable; Hidden }
type Hidden struct{}
func (*Hidden) Close() {}
type StringCmdable interface { SetNX(key string) bool }
type Cmdable interface { StringCmdable; Other() }
type Retrier[T any] struct{}
func (*Retrier[T]) Do(f func() (T, error)) (T, error) { return f() }
func Generic[T any](v T) T { return v }
var Sentinel = 1
type Options struct { Key string; RequestId string }
type PutRequest struct { RequestId string }
type Call struct{}
func (*Call) RequestId(id string) {}
`
	user = `package user
import "example.com/lib/v9"
type Alias = lib.Client
type AliasOptions = *lib.Options
type Wrapped struct { *lib.Client }
type Ints struct { lib.Retrier[int] }
type Store interface { lib.Cmdable }
`
)

func TestSymbolOf(t *testing.T) {
	pkgs := checked(t, [2]string{"example.com/lib/v9", libV9}, [2]string{"example.com/user", user})
	lib, usr := pkgs["example.com/lib/v9"], pkgs["example.com/user"]
	for _, c := range []struct {
		fn   *types.Func
		want string
	}{
		{lib.Scope().Lookup("Generic").(*types.Func), "example.com/lib.Generic"},
		{method(t, lib, "Client", "SetNX"), "(example.com/lib.cmdable).SetNX"},                              // promoted from an unexported type
		{method(t, lib, "Client", "Close"), "(example.com/lib.Hidden).Close"},                               // pointer receiver
		{method(t, lib, "Cmdable", "SetNX"), "(example.com/lib.StringCmdable).SetNX"},                       // embedded interface
		{method(t, usr, "Alias", "SetNX"), "(example.com/lib.cmdable).SetNX"},                               // alias
		{method(t, usr, "Wrapped", "SetNX"), "(example.com/lib.cmdable).SetNX"},                             // through another package
		{method(t, usr, "Store", "SetNX"), "(example.com/lib.StringCmdable).SetNX"},                         // interface in an interface elsewhere
		{method(t, usr, "Ints", "Do"), "(example.com/lib.Retrier).Do"},                                      // instantiated
		{types.Universe.Lookup("error").Type().Underlying().(*types.Interface).Method(0), "(.error).Error"}, // no package
	} {
		if got := SymbolOf(c.fn).String(); got != c.want {
			t.Errorf("SymbolOf(%v) = %s, want %s", c.fn, got, c.want)
		}
	}
}

func TestLookup(t *testing.T) {
	pkgs := checked(t, [2]string{"example.com/lib/v9", libV9}, [2]string{"example.com/user", user})
	lib, usr := pkgs["example.com/lib/v9"], pkgs["example.com/user"]
	c, err := empty().With("t.txt", `
module example.com/lib
key.sink      (example.com/lib.cmdable).SetNX arg=0 major=..8
dedup.claim   (example.com/lib.cmdable).SetNX arg=0 major=9..
effect.kv     (example.com/lib.cmdable).SetNX class=set
retry.wrapper (example.com/lib.Retrier).Do arg=0
key.sink      example.com/lib.Options field=Key
key.sink      example.com/lib.* field=RequestId
key.sink      (example.com/lib.*).RequestId arg=0
dedup.violation example.com/lib.Sentinel kind=unique
retry.client  example.com/lib.Client client=yes posts=yes
`)
	if err != nil {
		t.Fatal(err)
	}
	setnx := method(t, lib, "Client", "SetNX")
	if es := c.Func(setnx); len(es) != 2 || es[0].Role != DedupClaim || es[1].Role != EffectKV {
		t.Errorf("Func(SetNX) at v9 = %v, want the line for v9 and the one for all", es)
	}
	if e := c.One(setnx, EffectKV); e == nil || e.Attr("class") != "set" {
		t.Errorf("One(SetNX, effect.kv) = %v", e)
	}
	if e := c.One(setnx, KeySink); e != nil {
		t.Errorf("One(SetNX, key.sink) = %v, but that line ends at v8", e)
	}
	if e := c.One(method(t, usr, "Ints", "Do"), RetryWrapper); e == nil || e.Arg != 0 {
		t.Errorf("One(Do) = %v", e)
	}
	if es := c.Field(usr.Scope().Lookup("AliasOptions").Type(), "Key"); len(es) != 1 {
		t.Errorf("Field(Options.Key) through alias and pointer = %v", es)
	}
	if es := c.Field(lib.Scope().Lookup("PutRequest").Type(), "RequestId", KeySink); len(es) != 1 {
		t.Errorf("Field of any type = %v", es)
	}
	if es := c.Field(lib.Scope().Lookup("PutRequest").Type(), "Key"); len(es) != 0 {
		t.Errorf("Field(PutRequest.Key) = %v, want none", es)
	}
	if es := c.Func(method(t, lib, "Call", "RequestId")); len(es) != 1 {
		t.Errorf("method of any type = %v", es)
	}
	if es := c.Object(lib.Scope().Lookup("Sentinel"), DedupViolation); len(es) != 1 {
		t.Errorf("Object(Sentinel) = %v", es)
	}
	if es := c.Type(usr.Scope().Lookup("Alias").Type(), RetryClient); len(es) != 1 {
		t.Errorf("Type(Client) through an alias = %v", es)
	}
	if c.Func(nil) != nil || c.Object(nil) != nil || c.Type(types.Typ[types.Int]) != nil || c.Field(types.Typ[types.Int], "x") != nil {
		t.Error("nothing known of nothing, want no entries")
	}
}
