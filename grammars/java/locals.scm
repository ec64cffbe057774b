[
  (method_declaration)
  (constructor_declaration)
  (compact_constructor_declaration)
  (lambda_expression)
  (block)
  (for_statement)
  (enhanced_for_statement)
  (try_with_resources_statement)
  (catch_clause)
] @local.scope

(local_variable_declaration
  declarator: (variable_declarator
    name: (identifier) @local.definition
    value: (object_creation_expression
      type: [(type_identifier) @local.type (generic_type . (type_identifier) @local.type)])))
((local_variable_declaration
  type: (_) @local.type
  declarator: (variable_declarator name: (identifier) @local.definition))
  (#not-eq? @local.type "var"))
(local_variable_declaration declarator: (variable_declarator name: (identifier) @local.definition))

(method_declaration parameters: (formal_parameters
  (formal_parameter type: (_) @local.type name: (identifier) @local.definition)))
(constructor_declaration parameters: (formal_parameters
  (formal_parameter type: (_) @local.type name: (identifier) @local.definition)))
(lambda_expression parameters: (formal_parameters
  (formal_parameter type: (_) @local.type name: (identifier) @local.definition)))
(spread_parameter (variable_declarator name: (identifier) @local.definition))
(lambda_expression parameters: (identifier) @local.definition)
(inferred_parameters (identifier) @local.definition)
(enhanced_for_statement type: (_) @local.type name: (identifier) @local.definition)
(catch_formal_parameter name: (identifier) @local.definition)
(resource type: (_) @local.type name: (identifier) @local.definition)
(instanceof_expression right: (_) @local.type name: (identifier) @local.definition)
