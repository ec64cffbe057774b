(decorator [
  (identifier) @reference.decorator
  (member_expression object: (_) @receiver property: (_) @reference.decorator)
  (call_expression function: (identifier) @reference.decorator)
  (call_expression function: (member_expression object: (_) @receiver property: (_) @reference.decorator))
])

(call_expression function: (identifier) @reference.call)
(call_expression function: (member_expression object: (_) @receiver property: (_) @reference.call))
(call_expression function: (super) @reference.super)
(call_expression function: (await_expression (identifier) @reference.call))

(new_expression constructor: (identifier) @reference.new)
(new_expression constructor: (member_expression object: (_) @receiver property: (_) @reference.new))

; Functions and methods handed on
(arguments [
  (identifier) @reference.value
  (member_expression object: (_) @receiver property: (_) @reference.value)
])
(array (identifier) @reference.value)
(pair value: [
  (identifier) @reference.value
  (member_expression object: (_) @receiver property: (_) @reference.value)
])
(shorthand_property_identifier) @reference.value
(variable_declarator value: [
  (identifier) @reference.value
  (member_expression object: (_) @receiver property: (_) @reference.value)
])
(assignment_expression right: [
  (identifier) @reference.value
  (member_expression object: (_) @receiver property: (_) @reference.value)
])
(binary_expression operator: ["??" "||" "&&"] right: (identifier) @reference.value)
(ternary_expression consequence: (identifier) @reference.value)
(ternary_expression alternative: (identifier) @reference.value)
(return_statement (identifier) @reference.value)
(arrow_function body: (identifier) @reference.value)
