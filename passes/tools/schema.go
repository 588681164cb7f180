package tools

import (
	"encoding/json"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// mapped reads a map: a JSON schema written as such.
func (g *gatherer) mapped(m *ssa.MakeMap, depth int) {
	for _, ref := range *m.Referrers() {
		up, ok := ref.(*ssa.MapUpdate)
		if !ok || up.Map != ssa.Value(m) {
			continue
		}
		if k, ok := up.Key.(*ssa.Const); ok {
			if s, ok := textOf(k); ok {
				g.text(s)
			}
		}
		g.value(up.Value, depth)
	}
}

// text takes a constant; one that is JSON is a schema.
func (g *gatherer) text(s string) {
	if strings.HasPrefix(strings.TrimSpace(s), "{") {
		var schema struct {
			Properties map[string]json.RawMessage
		}
		if json.Unmarshal([]byte(s), &schema) == nil {
			for name := range schema.Properties {
				g.input(name)
			}
			slices.Sort(g.d.inputs)
			return
		}
	}
	if s != "" && len(s) < 64 && !strings.ContainsAny(s, " \n") {
		g.d.texts = append(g.d.texts, s)
	}
}

func (g *gatherer) input(name string) {
	if !slices.Contains(g.d.inputs, name) {
		g.d.inputs = append(g.d.inputs, name)
	}
}

// inputsOf reads the fields of an argument struct as JSON names them.
func (g *gatherer) inputsOf(t types.Type) {
	for _, name := range jsonNames(t, 0) {
		g.input(name)
	}
}

func jsonNames(t types.Type, depth int) []string {
	st := structOf(t)
	if st == nil || depth > 2 {
		return nil
	}
	var out []string
	for i := range st.NumFields() {
		f := st.Field(i)
		name, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
		switch {
		case f.Embedded() && name == "":
			out = append(out, jsonNames(f.Type(), depth+1)...)
		case name == "-" || !f.Exported():
		case name != "":
			out = append(out, name)
		default:
			out = append(out, f.Name())
		}
	}
	return out
}
