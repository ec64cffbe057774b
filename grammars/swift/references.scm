(call_expression . (simple_identifier) @reference.call)
; `a + b()` and `!b()` parse as calls of the sum and of the negation.
(call_expression . [
  (additive_expression rhs: (simple_identifier) @reference.call)
  (multiplicative_expression rhs: (simple_identifier) @reference.call)
])
(call_expression . (navigation_expression
  target: [
    (additive_expression rhs: (_) @receiver)
    (multiplicative_expression rhs: (_) @receiver)
    (prefix_expression operation: (bang) target: (_) @receiver)
  ]
  suffix: (navigation_suffix suffix: (simple_identifier) @reference.call)))
(call_expression . (navigation_expression
  target: (_) @receiver
  suffix: (navigation_suffix suffix: (simple_identifier) @reference.call)))
; Also .failed(reason: "x"), a case or static member whose type the context tells.
(call_expression . (prefix_expression target: (simple_identifier) @reference.call))

(attribute (user_type (type_identifier) @reference.decorator))

(inheritance_specifier inherits_from: (user_type (type_identifier) @reference.inherit))

((value_argument value: (simple_identifier) @reference.value)
  (#not-any-of? @reference.value "$0" "$1" "$2"))
(value_argument value: (navigation_expression
  target: (self_expression) @receiver
  suffix: (navigation_suffix suffix: (simple_identifier) @reference.value)))
(selector_expression (simple_identifier) @reference.value)
