[
  (function_declaration)
  (test_declaration)
  (block)
  (for_statement)
  (while_statement)
  (if_statement)
  (switch_case)
] @local.scope

(parameter name: (identifier) @local.definition type: (_) @local.type)
(block (variable_declaration
  . (identifier) @local.definition
  [
    (struct_initializer . (identifier) @local.type)
    (call_expression function: (field_expression object: (identifier) @local.type member: (identifier) @_made))
  ])
  (#match? @local.type "^[A-Z]"))
(block (variable_declaration . (identifier) @local.definition type: (_) @local.type))
(block (variable_declaration ["const" "var"] . (identifier) @local.definition))
(payload (identifier) @local.definition)
