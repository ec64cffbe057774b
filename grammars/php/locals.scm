[
  (function_definition)
  (method_declaration)
  (anonymous_function)
  (arrow_function)
] @local.scope

(simple_parameter type: (_)? @local.type name: (variable_name) @local.definition)
(property_promotion_parameter type: (_)? @local.type name: (variable_name) @local.definition)
(variadic_parameter name: (variable_name) @local.definition)
(assignment_expression
  left: (variable_name) @local.definition
  right: (object_creation_expression [(name) @local.type (qualified_name) @local.type]))
(assignment_expression left: (variable_name) @local.definition)
(foreach_statement (_) . (variable_name) @local.definition)
(foreach_statement (pair (variable_name) @local.definition))
(catch_clause type: (_) @local.type name: (variable_name) @local.definition)
(anonymous_function_use_clause (variable_name) @local.definition)
