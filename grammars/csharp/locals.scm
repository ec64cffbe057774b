[
  (method_declaration)
  (constructor_declaration)
  (operator_declaration)
  (indexer_declaration)
  (local_function_statement)
  (lambda_expression)
  (anonymous_method_expression)
  (block)
  (for_statement)
  (foreach_statement)
  (using_statement)
  (catch_clause)
] @local.scope

(method_declaration parameters: (parameter_list
  (parameter type: (_) @local.type name: (identifier) @local.definition)))
(constructor_declaration parameters: (parameter_list
  (parameter type: (_) @local.type name: (identifier) @local.definition)))
(local_function_statement parameters: (parameter_list
  (parameter type: (_) @local.type name: (identifier) @local.definition)))
(operator_declaration parameters: (parameter_list
  (parameter type: (_) @local.type name: (identifier) @local.definition)))
(lambda_expression parameters: (parameter_list (parameter name: (identifier) @local.definition)))
(lambda_expression parameters: (implicit_parameter) @local.definition)

(variable_declaration
  type: (implicit_type)
  (variable_declarator
    name: (identifier) @local.definition
    (object_creation_expression type: [
      (identifier) @local.type
      (generic_name . (identifier) @local.type)
    ])))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @local.definition))
(variable_declaration
  type: [(identifier) (generic_name) (qualified_name) (nullable_type) (predefined_type) (array_type)] @local.type
  (variable_declarator name: (identifier) @local.definition))
(foreach_statement type: (implicit_type) left: (identifier) @local.definition)
(foreach_statement
  type: [(identifier) (generic_name) (qualified_name) (predefined_type)] @local.type
  left: (identifier) @local.definition)
(declaration_pattern type: (_) @local.type name: (identifier) @local.definition)
(declaration_expression name: (identifier) @local.definition)
(catch_declaration type: (_) @local.type name: (identifier) @local.definition)
