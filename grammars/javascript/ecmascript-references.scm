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

; Reads and writes of data
(assignment_expression left: [
  (identifier) @reference.write
  (member_expression object: (_) @receiver property: (_) @reference.write)
])
(augmented_assignment_expression left: [
  (identifier) @reference.update
  (member_expression object: (_) @receiver property: (_) @reference.update)
])
(update_expression argument: [
  (identifier) @reference.update
  (member_expression object: (_) @receiver property: (_) @reference.update)
])
(unary_expression operator: "delete" argument: (member_expression object: (_) @receiver property: (_) @reference.write))
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @reference.read
    (pair_pattern key: (property_identifier) @reference.read)
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @reference.read)
  ])
  value: (_) @receiver)
(member_expression object: (_) @receiver property: (_) @reference.read)
(identifier) @reference.read
