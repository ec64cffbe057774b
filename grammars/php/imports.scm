(namespace_use_declaration !body (namespace_use_clause
  (qualified_name prefix: (_) @source (name) @imported)
  alias: (name)? @alias)) @import
(namespace_use_declaration !body (namespace_use_clause
  (name) @source)) @import
(namespace_use_declaration
  (namespace_name) @source
  body: (namespace_use_group (namespace_use_clause . (name) @imported alias: (name)? @alias))) @import

[
  (require_expression [(string) (encapsed_string)] @source)
  (require_once_expression [(string) (encapsed_string)] @source)
  (include_expression [(string) (encapsed_string)] @source)
  (include_once_expression [(string) (encapsed_string)] @source)
  (require_expression (binary_expression right: (string) @source))
  (require_once_expression (binary_expression right: (string) @source))
  (include_once_expression (binary_expression right: (string) @source))
] @import
