((assignment_statement
  (variable_list . name: (identifier) @alias)
  (expression_list . value: (function_call
    name: (identifier) @_require
    arguments: (arguments . (string) @source)))) @import
  (#eq? @_require "require"))
((assignment_statement
  (variable_list . name: (identifier) @alias)
  (expression_list . value: (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string) @source))
    field: (identifier) @imported))) @import
  (#eq? @_require "require"))
