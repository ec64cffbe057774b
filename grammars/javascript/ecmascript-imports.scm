(import_statement (import_clause (identifier) @default) source: (_) @source) @import
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (_) @source) @import
(import_statement "import" . source: (_) @source) @import

; Long lists: the names one by one, and what stands behind the list once a statement
(import_specifier name: (_) @imported alias: (_)? @alias) @import
(export_specifier name: (_) @imported alias: (_)? @alias) @export
(import_statement (import_clause (named_imports)) source: (_) @source) @from
(export_statement (export_clause) source: (_) @source) @from

(export_statement "*" @imported @alias source: (_) @source) @re-export
(export_statement (namespace_export (_) @alias) source: (_) @source) @re-export

(export_statement value: (identifier) @default) @export
(export_statement "default" declaration: (_ name: (_) @default)) @export

; A name for another name (only at the top level): seen from outside the same as `export { a as b }`
(variable_declarator name: (identifier) @alias value: (identifier) @imported) @export

; Modules loaded by a call
(variable_declarator
  name: (identifier) @alias
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @source))
  (#eq? @_require "require")) @import
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @imported @alias
    (pair_pattern key: (_) @imported value: (identifier) @alias)
  ])
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @source))
  (#eq? @_require "require")) @import
(variable_declarator
  name: (identifier) @alias
  value: (member_expression
    object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @source))
    property: (property_identifier) @imported)
  (#eq? @_require "require")) @import
(variable_declarator
  name: (identifier) @alias
  value: (await_expression (call_expression function: (import) arguments: (arguments . (string) @source)))) @import
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @imported @alias
    (pair_pattern key: (_) @imported value: (identifier) @alias)
  ])
  value: (await_expression (call_expression function: (import) arguments: (arguments . (string) @source)))) @import

(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: [
    (identifier) @default
    (object [
      (shorthand_property_identifier) @imported
      (pair key: [(property_identifier) (string)] @alias value: (identifier) @imported)
    ])
  ]
  (#eq? @_module "module") (#eq? @_exports "exports")) @export
(assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @alias)
  right: (identifier) @imported
  (#eq? @_exports "exports")) @export
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @alias)
  right: (identifier) @imported
  (#eq? @_module "module") (#eq? @_exports "exports")) @export
