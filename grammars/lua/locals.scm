[
  (function_declaration)
  (function_definition)
  (for_statement)
  (block)
] @local.scope

(parameters name: (identifier) @local.definition)
(block (variable_declaration (assignment_statement (variable_list name: (identifier) @local.definition))))
(block (variable_declaration (variable_list name: (identifier) @local.definition)))
(for_generic_clause (variable_list name: (identifier) @local.definition))
(for_numeric_clause name: (identifier) @local.definition)
