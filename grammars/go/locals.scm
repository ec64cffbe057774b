[
  (function_declaration)
  (method_declaration)
  (func_literal)
  (block)
  (if_statement)
  (for_statement)
  (expression_switch_statement)
  (type_switch_statement)
  (expression_case)
  (type_case)
  (communication_case)
] @local.scope

(parameter_declaration name: (identifier) @local.definition type: (_) @local.type)
(variadic_parameter_declaration name: (identifier) @local.definition)
(short_var_declaration left: (expression_list (identifier) @local.definition))
(short_var_declaration
  left: (expression_list . (identifier) @local.definition)
  right: (expression_list . [
    (composite_literal type: (_) @local.type)
    (unary_expression operand: (composite_literal type: (_) @local.type))
    (call_expression function: (identifier) @local.type)
    (type_assertion_expression type: (_) @local.type)
  ]))
(range_clause left: (expression_list (identifier) @local.definition))
(receive_statement left: (expression_list (identifier) @local.definition))
(type_switch_statement alias: (expression_list (identifier) @local.definition))
