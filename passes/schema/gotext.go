package schema

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/passes/schema/migrate"
	"github.com/idemlint/idemlint/passes/words"
)

const (
	minText  = 16
	maxText  = 1 << 18 // of one text
	maxTexts = 1 << 21 // of one package
)

// readTexts notes the DDL texts of a file: literals and constants put together from them. What runs backwards is left out.
func (r *Result) readTexts(file *ast.File) {
	name := r.file(file)
	version := strings.TrimSuffix(filepath.Base(name), ".go")
	if !migrate.Versioned(version) {
		version = ""
	}
	for _, decl := range file.Decls {
		group := ""
		switch d := decl.(type) {
		case *ast.FuncDecl:
			group = d.Name.Name
			if d.Recv != nil && len(d.Recv.List) == 1 {
				group = types.ExprString(d.Recv.List[0].Type) + "." + group
			}
		case *ast.GenDecl:
			if d.Tok == token.IMPORT || d.Tok == token.TYPE {
				continue
			}
			group = filepath.Base(name) + ":" + strconv.Itoa(r.pass.Fset.Position(d.Pos()).Line)
		}
		before := len(r.texts)
		ast.Inspect(decl, r.note)
		if d, ok := decl.(*ast.FuncDecl); ok && len(r.texts) > before && backwards(d.Name.Name) {
			r.texts = r.texts[:before]
		}
		for i := range r.texts[before:] {
			t := &r.texts[before+i]
			t.Group, t.Version = group, version
		}
	}
}

func (r *Result) note(n ast.Node) bool {
	switch x := n.(type) {
	case *ast.KeyValueExpr:
		if id, ok := x.Key.(*ast.Ident); ok && backwards(id.Name) {
			return false
		}
	case *ast.ValueSpec:
		for _, name := range x.Names {
			if len(x.Names) == 1 && backwards(name.Name) {
				return false
			}
		}
	case *ast.BinaryExpr:
		if tv := r.pass.TypesInfo.Types[x]; x.Op == token.ADD && tv.Value != nil && tv.Value.Kind() == constant.String {
			r.addText(constant.StringVal(tv.Value), r.place(x.Pos()), false)
			return false
		}
	case *ast.BasicLit:
		if x.Kind != token.STRING || len(x.Value) < minText {
			return false
		}
		text, err := strconv.Unquote(x.Value)
		if err != nil {
			return false
		}
		at := r.place(x.Pos())
		at.Col++
		// Carriage returns are dropped from raw strings; lines stay what they are.
		r.addText(text, at, x.Value[0] == '`')
	}
	return true
}

func (r *Result) addText(text string, at Place, raw bool) {
	if !Speaks(text) {
		return
	}
	total := len(text)
	for _, t := range r.texts {
		total += len(t.SQL)
	}
	if len(text) > maxText || total > maxTexts {
		r.schema.Unread = true
		return
	}
	text = verbs(migrate.Forwards(text))
	r.texts = append(r.texts, Text{Place: at, SQL: text, Raw: raw})
}

// whole drops the texts that are a part of another one: constants that a longer text is put together from.
func whole(texts []Text) []Text {
	if len(texts) > 1000 {
		return texts
	}
	return slices.DeleteFunc(slices.Clone(texts), func(t Text) bool {
		return slices.ContainsFunc(texts, func(o Text) bool { return len(o.SQL) > len(t.SQL) && strings.Contains(o.SQL, t.SQL) })
	})
}

// backwards reports whether a name is that of the way back: Down, downUsers, RollbackV2, dropAll, rollback_sql.
func backwards(name string) bool {
	for i, w := range words.Split(name) {
		switch w {
		case "down", "rollback", "revert", "undo", "teardown":
			return true
		case "drop", "cleanup", "reset", "truncate", "wipe":
			return i == 0
		}
	}
	return false
}

// readNames notes what the TableName methods of a file answer.
func (r *Result) readNames(file *ast.File) {
	for _, decl := range file.Decls {
		d, ok := decl.(*ast.FuncDecl)
		if !ok || d.Recv == nil || d.Name.Name != "TableName" || d.Body == nil || len(d.Body.List) != 1 {
			continue
		}
		ret, ok := d.Body.List[0].(*ast.ReturnStmt)
		fn, isFunc := r.pass.TypesInfo.Defs[d.Name].(*types.Func)
		if !ok || !isFunc || len(ret.Results) != 1 {
			continue
		}
		if name, ok := r.binds.text(ret.Results[0]); ok {
			if n := modelType(fn.Signature().Recv().Type()); n != nil {
				r.names[n.Origin()] = Name(name)
			}
		}
	}
}
