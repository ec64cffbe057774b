(decorator [
  (identifier) @reference.decorator
  (attribute object: (_) @receiver attribute: (identifier) @reference.decorator)
  (call function: (identifier) @reference.decorator)
  (call function: (attribute object: (_) @receiver attribute: (identifier) @reference.decorator))
])

(class_definition superclasses: (argument_list [
  (identifier) @reference.inherit
  (attribute object: (_) @receiver attribute: (identifier) @reference.inherit)
  (subscript value: (identifier) @reference.inherit)
]))

(call function: (identifier) @reference.call)
(call function: (attribute object: (_) @receiver attribute: (identifier) @reference.call))

; Functions and methods handed on
(argument_list [
  (identifier) @reference.value
  (attribute object: (_) @receiver attribute: (identifier) @reference.value)
])
(keyword_argument value: [
  (identifier) @reference.value
  (attribute object: (_) @receiver attribute: (identifier) @reference.value)
])
(pair value: [
  (identifier) @reference.value
  (attribute object: (_) @receiver attribute: (identifier) @reference.value)
])
(list (identifier) @reference.value)
(tuple (identifier) @reference.value)
(set (identifier) @reference.value)
(return_statement (identifier) @reference.value)
(expression_list (identifier) @reference.value)
(boolean_operator (identifier) @reference.value)
(conditional_expression (identifier) @reference.value)
(assignment right: [
  (identifier) @reference.value
  (attribute object: (_) @receiver attribute: (identifier) @reference.value)
])
