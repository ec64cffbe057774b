[
  (function_declaration)
  (secondary_constructor)
  (anonymous_initializer)
  (lambda_literal)
  (anonymous_function)
  (getter)
  (setter)
  (for_statement)
  (catch_block)
] @local.scope

(parameter (simple_identifier) @local.definition . [(user_type) (nullable_type)]? @local.type)
(lambda_parameters (variable_declaration (simple_identifier) @local.definition . (user_type)? @local.type))
(statements (property_declaration
  (variable_declaration . (simple_identifier) @local.definition [(user_type) (nullable_type)] @local.type)))
((statements (property_declaration
  (variable_declaration . (simple_identifier) @local.definition)
  (call_expression . (simple_identifier) @local.type)))
  (#match? @local.type "^[A-Z]"))
(statements (property_declaration (variable_declaration . (simple_identifier) @local.definition)))
(statements (property_declaration
  (multi_variable_declaration (variable_declaration (simple_identifier) @local.definition))))
(for_statement (variable_declaration (simple_identifier) @local.definition . (user_type)? @local.type))
(catch_block (simple_identifier) @local.definition . (user_type)? @local.type)
