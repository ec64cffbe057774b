(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression argument: (_) @receiver field: (field_identifier) @name)) @reference.call
(call_expression
  function: (parenthesized_expression (pointer_expression argument: (identifier) @reference.call)))

; Functions handed on: as argument, in an initializer or assigned.
(argument_list (identifier) @reference.value)
(argument_list (pointer_expression operator: "&" argument: (identifier) @reference.value))
(initializer_list (identifier) @reference.value)
(initializer_pair value: (identifier) @reference.value)
(init_declarator value: (identifier) @reference.value)
(assignment_expression right: (identifier) @reference.value)
