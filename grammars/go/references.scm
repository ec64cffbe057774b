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

; Reads and writes of data
(assignment_statement
  left: (expression_list [
    (identifier) @reference.write
    (selector_expression operand: (_) @receiver field: (field_identifier) @reference.write)
  ])
  operator: "=")
(assignment_statement left: (expression_list [
  (identifier) @reference.update
  (selector_expression operand: (_) @receiver field: (field_identifier) @reference.update)
]))
(inc_statement [
  (identifier) @reference.update
  (selector_expression operand: (_) @receiver field: (field_identifier) @reference.update)
])
(dec_statement [
  (identifier) @reference.update
  (selector_expression operand: (_) @receiver field: (field_identifier) @reference.update)
])
(composite_literal
  type: [(type_identifier) (qualified_type)] @receiver
  body: (literal_value (keyed_element key: (literal_element (identifier) @reference.write))))
(selector_expression operand: (_) @receiver field: (field_identifier) @reference.read)
(identifier) @reference.read
