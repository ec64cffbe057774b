[
  (function_declaration)
  (subscript_declaration)
  (computed_property)
  (lambda_literal)
  (for_statement)
  (if_statement)
  (catch_block)
] @local.scope

(parameter name: (simple_identifier) @local.definition name: (_) @local.type)
(lambda_parameter name: (simple_identifier) @local.definition)
(statements (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @local.definition)
  (type_annotation (_) @local.type)))
((statements (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @local.definition)
  value: (call_expression . (simple_identifier) @local.type)))
  (#match? @local.type "^[A-Z]"))
(statements (property_declaration name: (pattern bound_identifier: (simple_identifier) @local.definition)))
(for_statement item: (pattern bound_identifier: (simple_identifier) @local.definition))
(if_statement bound_identifier: (simple_identifier) @local.definition)
(guard_statement bound_identifier: (simple_identifier) @local.definition)
(switch_pattern (pattern (pattern bound_identifier: (simple_identifier) @local.definition)))
(catch_block error: (pattern bound_identifier: (simple_identifier) @local.definition))
(property_declaration name: (pattern (pattern (simple_identifier) @local.definition)))
