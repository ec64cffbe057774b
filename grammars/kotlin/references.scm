(call_expression . (simple_identifier) @reference.call)
(call_expression . (navigation_expression
  (_) @receiver
  (navigation_suffix (simple_identifier) @reference.call)))
(infix_expression . (_) @receiver (simple_identifier) @reference.call . (_))

(annotation (constructor_invocation (user_type (type_identifier) @reference.decorator)))
(annotation (user_type (type_identifier) @reference.decorator))
(file_annotation (constructor_invocation (user_type (type_identifier) @reference.decorator)))

(delegation_specifier (constructor_invocation (user_type (type_identifier) @reference.super .)))
(delegation_specifier (constructor_invocation (user_type (type_identifier) @reference.super . (type_arguments))))
(constructor_delegation_call "super" @reference.super)

(delegation_specifier [
  (user_type (type_identifier) @reference.inherit .)
  (user_type (type_identifier) @reference.inherit . (type_arguments))
  (explicit_delegation . (user_type (type_identifier) @reference.inherit))
])

(callable_reference . (simple_identifier) @reference.value .)
(callable_reference . [(type_identifier) (user_type) (simple_identifier)] @receiver (simple_identifier) @reference.value .)
(callable_reference "::" . (simple_identifier) @reference.value)
((value_argument (simple_identifier) @reference.value .)
  (#not-eq? @reference.value "it"))
