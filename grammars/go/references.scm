(call_expression function: [
  (identifier) @reference.call
  (selector_expression operand: (_) @receiver field: (field_identifier) @reference.call)
  (parenthesized_expression (identifier) @reference.call)
  ; Generic callees: written with brackets they parse as an index, an instantiation or a conversion.
  (index_expression operand: [
    (identifier) @reference.call
    (selector_expression operand: (_) @receiver field: (field_identifier) @reference.call)
  ])
  (type_instantiation_expression type: (type_identifier) @reference.call)
])
(type_conversion_expression type: (generic_type type: [
  (type_identifier) @reference.call
  (qualified_type package: (_) @receiver name: (type_identifier) @reference.call)
]))

(composite_literal type: [
  (type_identifier) @reference.new
  (qualified_type package: (_) @receiver name: (type_identifier) @reference.new)
  (generic_type type: (type_identifier) @reference.new)
])

(field_declaration !name type: [
  (type_identifier) @reference.inherit
  (qualified_type package: (_) @receiver name: (type_identifier) @reference.inherit)
])
(interface_type (type_elem . [
  (type_identifier) @reference.inherit
  (qualified_type package: (_) @receiver name: (type_identifier) @reference.inherit)
] .))

; Functions and method values handed on
(argument_list [
  (identifier) @reference.value
  (selector_expression operand: (_) @receiver field: (field_identifier) @reference.value)
])
(keyed_element value: (literal_element [
  (identifier) @reference.value
  (selector_expression operand: (_) @receiver field: (field_identifier) @reference.value)
]))
(literal_value (literal_element [
  (identifier) @reference.value
  (selector_expression operand: (_) @receiver field: (field_identifier) @reference.value)
]))
(short_var_declaration right: (expression_list [
  (identifier) @reference.value
  (selector_expression operand: (_) @receiver field: (field_identifier) @reference.value)
]))
(assignment_statement right: (expression_list [
  (identifier) @reference.value
  (selector_expression operand: (_) @receiver field: (field_identifier) @reference.value)
]))
(var_spec value: (expression_list [
  (identifier) @reference.value
  (selector_expression operand: (_) @receiver field: (field_identifier) @reference.value)
]))
(return_statement (expression_list [
  (identifier) @reference.value
  (selector_expression operand: (_) @receiver field: (field_identifier) @reference.value)
]))
