[(function_item) (closure_expression) (block) (match_arm) (for_expression)] @local.scope

(parameter pattern: (identifier) @local.definition type: (_) @local.type)
(parameter pattern: (mut_pattern (identifier) @local.definition) type: (_) @local.type)
(closure_parameters (identifier) @local.definition)
(closure_parameters (parameter pattern: (identifier) @local.definition))

(let_declaration pattern: (identifier) @local.definition type: (_) @local.type)
(let_declaration
  pattern: (identifier) @local.definition
  value: [
    (struct_expression name: (type_identifier) @local.type)
    (call_expression
      function: (scoped_identifier path: (identifier) @local.type name: (identifier) @_made))
  ]
  (#match? @local.type "^[A-Z]"))
(let_declaration pattern: (identifier) @local.definition)
(let_declaration pattern: (tuple_pattern (identifier) @local.definition))
(tuple_struct_pattern (identifier) @local.definition)
(field_pattern name: (shorthand_field_identifier) @local.definition)
(for_expression pattern: (identifier) @local.definition)
