[
  (function_declaration)
  (generator_function_declaration)
  (function_expression)
  (generator_function)
  (arrow_function)
  (method_definition)
  (statement_block)
  (for_statement)
  (for_in_statement)
  (catch_clause)
  (switch_body)
] @local.scope

; Variables: see ecmascript-definitions.scm
(shorthand_property_identifier_pattern) @local.definition
(pair_pattern value: (identifier) @local.definition)
(pair_pattern value: (assignment_pattern left: (identifier) @local.definition))
(array_pattern (identifier) @local.definition)
(array_pattern (assignment_pattern left: (identifier) @local.definition))
(rest_pattern (identifier) @local.definition)
(arrow_function parameter: (identifier) @local.definition)
(for_in_statement left: (identifier) @local.definition)
(catch_clause parameter: (identifier) @local.definition)
