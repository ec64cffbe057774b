[
  (function_definition)
  (lambda_expression)
  (block)
  (case_clause)
  (for_expression)
] @local.scope

(parameter name: (identifier) @local.definition type: (_) @local.type)
(bindings (binding name: (identifier) @local.definition type: (_)? @local.type))
(lambda_expression parameters: (identifier) @local.definition)
(block (val_definition
  pattern: (identifier) @local.definition
  value: (instance_expression [
    (type_identifier) @local.type
    (generic_type type: (type_identifier) @local.type)
  ])))
(block [
  (val_definition pattern: (identifier) @local.definition type: (_)? @local.type)
  (var_definition pattern: (identifier) @local.definition type: (_)? @local.type)
])
(enumerator . (identifier) @local.definition)
(case_clause pattern: (identifier) @local.definition)
(typed_pattern pattern: (identifier) @local.definition type: (_) @local.type)
(case_class_pattern pattern: (identifier) @local.definition)
