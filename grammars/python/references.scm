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

; Reads and writes of data
(keyword_argument name: (identifier) @ignored)
(global_statement (identifier) @ignored)
(nonlocal_statement (identifier) @ignored)
(assignment left: [
  (identifier) @reference.write
  (attribute object: (_) @receiver attribute: (identifier) @reference.write)
])
(assignment left: (pattern_list [
  (identifier) @reference.write
  (attribute object: (_) @receiver attribute: (identifier) @reference.write)
]))
(augmented_assignment left: [
  (identifier) @reference.update
  (attribute object: (_) @receiver attribute: (identifier) @reference.update)
])
(delete_statement (attribute object: (_) @receiver attribute: (identifier) @reference.write))
(attribute object: (_) @receiver attribute: (identifier) @reference.read)
(identifier) @reference.read
