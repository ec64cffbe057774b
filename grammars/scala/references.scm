(call_expression function: (identifier) @reference.call)
(call_expression function: (operator_identifier) @reference.call)
(call_expression function: (field_expression value: (_) @receiver field: (identifier) @reference.call))
(call_expression function: (generic_function function: (identifier) @reference.call))
(call_expression function: (generic_function
  function: (field_expression value: (_) @receiver field: (identifier) @reference.call)))
(infix_expression left: (_) @receiver operator: (identifier) @reference.call)

(instance_expression [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (stable_type_identifier (_) @receiver (type_identifier) @name .)
]) @reference.new

(annotation name: (type_identifier) @reference.decorator)

(extends_clause
  . [(type_identifier) @reference.super (generic_type type: (type_identifier) @reference.super)]
  . (arguments))
(extends_clause [
  (type_identifier) @reference.inherit
  (generic_type type: (type_identifier) @reference.inherit)
  (stable_type_identifier (_) @receiver (type_identifier) @reference.inherit .)
])

; A name without arguments after a dot is a call as often as a field.
(field_expression value: (_) @receiver field: (identifier) @reference.value)
(arguments (identifier) @reference.value)
