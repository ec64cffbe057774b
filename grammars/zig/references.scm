(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression object: (_) @receiver member: (identifier) @reference.call))
(struct_initializer . (identifier) @reference.new)
(struct_initializer . (field_expression object: (_) @receiver member: (identifier) @reference.new))
(using_namespace_declaration (identifier) @reference.inherit)

; Functions handed on
(call_expression (_) (identifier) @reference.value)
(assignment_expression right: (identifier) @reference.value)
(unary_expression operator: "&" argument: (identifier) @reference.value)
