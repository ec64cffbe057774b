// Call edges of a Go module as go/types sees them.
// usage: go run . ROOT   (prints the JSON that bench/callgraph/README.md describes; dependencies must be downloaded)
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"

	"golang.org/x/tools/go/packages"
)

type sourceFile struct {
	path        string
	definitions []string
}

func main() {
	root, err := filepath.Abs(os.Args[1])
	check(err)
	loaded, err := packages.Load(&packages.Config{
		Dir: root,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps,
	}, "./...")
	check(err)
	fset := loaded[0].Fset

	// Definitions by the position of their name, the same for every package that sees them.
	numberOf := map[token.Pos]int{}
	files := map[string]*sourceFile{}
	order := []string{}
	total := 0
	for _, loadedPackage := range loaded {
		for _, failure := range loadedPackage.Errors {
			fmt.Fprintln(os.Stderr, failure)
		}
		for _, syntax := range loadedPackage.Syntax {
			path, err := filepath.Rel(root, fset.Position(syntax.Pos()).Filename)
			check(err)
			if files[path] != nil || strings.HasPrefix(path, "..") {
				continue
			}
			file := &sourceFile{path: path}
			files[path] = file
			order = append(order, path)
			define := func(name *ast.Ident) {
				numberOf[name.Pos()] = total
				total++
				file.definitions = append(file.definitions, fmt.Sprintf("%d %s", fset.Position(name.Pos()).Line, name.Name))
			}
			for _, declaration := range syntax.Decls {
				switch declaration := declaration.(type) {
				case *ast.FuncDecl:
					if declaration.Body != nil {
						define(declaration.Name)
					}
				case *ast.GenDecl:
					for _, spec := range declaration.Specs {
						values, isValues := spec.(*ast.ValueSpec)
						if !isValues {
							continue
						}
						for at, name := range values.Names {
							if at < len(values.Values) {
								if _, isFunction := values.Values[at].(*ast.FuncLit); isFunction {
									define(name)
								}
							}
						}
					}
				}
			}
		}
	}

	edges := map[int]map[int]bool{}
	open := map[int]map[string]bool{}
	for _, loadedPackage := range loaded {
		for _, syntax := range loadedPackage.Syntax {
			path, _ := filepath.Rel(root, fset.Position(syntax.Pos()).Filename)
			index := -1
			for at, known := range order {
				if known == path {
					index = at
				}
			}
			if index < 0 {
				continue
			}
			for _, declaration := range syntax.Decls {
				if function, isFunction := declaration.(*ast.FuncDecl); isFunction {
					if function.Body != nil {
						calls(function.Body, numberOf[function.Name.Pos()], loadedPackage.TypesInfo, numberOf, edges, open)
					}
					continue
				}
				for _, spec := range declaration.(*ast.GenDecl).Specs {
					values, isValues := spec.(*ast.ValueSpec)
					if !isValues {
						continue
					}
					for at, value := range values.Values {
						caller := -1 - index
						if at < len(values.Names) {
							if number, isDefinition := numberOf[values.Names[at].Pos()]; isDefinition {
								caller = number
							}
						}
						calls(value, caller, loadedPackage.TypesInfo, numberOf, edges, open)
					}
				}
			}
		}
	}

	result := struct {
		Oracle string     `json:"oracle"`
		Files  [][]string `json:"files"`
		Edges  [][]any    `json:"edges"`
		Open   [][]any    `json:"open"`
	}{Oracle: "go/types " + runtime.Version(), Edges: rows(edges), Open: rows(open)}
	for _, path := range order {
		result.Files = append(result.Files, append([]string{path}, files[path].definitions...))
	}
	check(json.NewEncoder(os.Stdout).Encode(result))
}

func calls(body ast.Node, caller int, info *types.Info, numberOf map[token.Pos]int, edges map[int]map[int]bool, open map[int]map[string]bool) {
	ast.Inspect(body, func(node ast.Node) bool {
		call, isCall := node.(*ast.CallExpr)
		if !isCall {
			return true
		}
		name := calleeName(call.Fun)
		if name == nil {
			return true
		}
		object := info.Uses[name]
		if function, isFunction := object.(*types.Func); isFunction {
			object = function.Origin()
			if receiver := function.Type().(*types.Signature).Recv(); receiver != nil && types.IsInterface(receiver.Type()) {
				note(open, caller, name.Name)
				return true
			}
		}
		if object == nil {
			note(open, caller, name.Name)
			return true
		}
		if number, isDefinition := numberOf[object.Pos()]; isDefinition {
			note(edges, caller, number)
		}
		return true
	})
}

func calleeName(expression ast.Expr) *ast.Ident {
	switch expression := expression.(type) {
	case *ast.Ident:
		return expression
	case *ast.SelectorExpr:
		return expression.Sel
	case *ast.ParenExpr:
		return calleeName(expression.X)
	case *ast.IndexExpr:
		return calleeName(expression.X)
	case *ast.IndexListExpr:
		return calleeName(expression.X)
	}
	return nil
}

func note[Value comparable](table map[int]map[Value]bool, caller int, value Value) {
	if table[caller] == nil {
		table[caller] = map[Value]bool{}
	}
	table[caller][value] = true
}

func rows[Value int | string](table map[int]map[Value]bool) [][]any {
	callers := []int{}
	for caller := range table {
		callers = append(callers, caller)
	}
	sort.Ints(callers)
	result := [][]any{}
	for _, caller := range callers {
		values := []Value{}
		for value := range table[caller] {
			values = append(values, value)
		}
		sort.Slice(values, func(a, b int) bool { return values[a] < values[b] })
		row := []any{caller}
		for _, value := range values {
			row = append(row, value)
		}
		result = append(result, row)
	}
	return result
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
