package claims

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/sqltext"
)

// table is what the package itself says about an SQL table.
type table struct {
	unique   [][]string
	complete bool // a CREATE TABLE was seen
}

// indexSchema reads the table definitions that stand in the package as text. SQL files are read by the schema pass.
func (r *engine) indexSchema() {
	for _, file := range r.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING || len(lit.Value) < 20 {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil || !strings.Contains(strings.ToLower(text), "create") {
				return true
			}
			for _, t := range sqltext.ParseDDL(text) {
				have := r.tables[t.Name]
				if have == nil {
					have = &table{}
					r.tables[t.Name] = have
				}
				have.unique = append(have.unique, t.Unique...)
				have.complete = have.complete || t.Created
			}
			return true
		})
	}
}

// indexMigrated notes the models whose tables the package creates from their tags.
func (r *engine) indexMigrated(call ssa.CallInstruction) {
	callee := origin.Callee(call.Common())
	if callee == nil {
		return
	}
	for _, e := range r.cat.Func(callee, catalog.Schema) {
		args := origin.Args(call.Common())
		if i := e.Arg + 1; e.Arg >= 0 && i < len(args) {
			for _, v := range spread(args[i]) {
				if v == nil {
					continue
				}
				if m := r.modelOf(dynamicType(v)); m != nil {
					r.migrated[m.typ] = true
				}
			}
		}
	}
}

// tableOf gives the table of a model: what its TableName method returns, else the name its type is given by convention.
func (r *engine) tableOf(m *model) string {
	for i := range m.typ.NumMethods() {
		f := m.typ.Method(i)
		if f.Name() != "TableName" {
			continue
		}
		fn := r.prog.Pkg.Prog.FuncValue(f)
		if fn == nil {
			return m.table
		}
		if ret := onlyReturn(fn); ret != nil {
			if c, ok := ret.Results[0].(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
				name := constant.StringVal(c.Value)
				return strings.ToLower(name[strings.LastIndex(name, ".")+1:])
			}
		}
	}
	return m.table
}

var sqlWords = []string{"SELECT ", "INSERT ", "WITH ", "CREATE TABLE"}

// relevant is the gate before SSA: the package uses a store the catalogue knows, holds SQL text, or imports a package with facts.
func (r *engine) relevant(taught bool) bool {
	if len(r.pass.TypeErrors) > 0 {
		return false
	}
	if taught {
		return true
	}
	for _, imp := range r.pass.Pkg.Imports() {
		if r.hasFacts(imp) {
			return true
		}
	}
	for _, obj := range r.pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && fn.Pkg() != nil && fn.Pkg() != r.pass.Pkg && r.cat.HasPackage(fn.Pkg().Path()) {
			if r.cat.One(fn, catalog.Store) != nil {
				return true
			}
		}
	}
	for _, file := range r.pass.Files {
		found := false
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && len(lit.Value) > 16 && !found {
				head := strings.ToUpper(strings.TrimLeft(lit.Value[1:min(len(lit.Value), 40)], " \t\r\n"))
				for _, w := range sqlWords {
					found = found || strings.HasPrefix(head, w)
				}
				found = found || strings.HasPrefix(head, "--") || strings.Contains(strings.ToUpper(lit.Value), "INSERT INTO")
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}
