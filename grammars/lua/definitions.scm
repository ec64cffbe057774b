(function_declaration name: (identifier) @name) @definition.function
(function_declaration
  name: (dot_index_expression table: (_) @scope field: (identifier) @name)) @definition.function
(function_declaration
  name: (method_index_expression table: (_) @scope method: (identifier) @name)) @definition.method
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body))) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @scope field: (identifier) @name) .)
  (expression_list . value: (function_definition body: (_)? @body))) @definition.function
(field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.function

; Tables of the file's top level, which stand for modules and classes
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (table_constructor)))) @definition.variable)
((chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_call
    name: (identifier) @_setmetatable
    arguments: (arguments (table_constructor (field
      name: (identifier) @_index
      value: (identifier) @base))))))) @definition.variable)
  (#eq? @_setmetatable "setmetatable")
  (#eq? @_index "__index"))
((chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_call name: (identifier) @_callee)))) @definition.variable)
  (#not-eq? @_callee "require"))
(chunk (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: [(number) (string) (table_constructor) (true) (false)])) @definition.variable)
