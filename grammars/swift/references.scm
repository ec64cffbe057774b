(call_expression . (simple_identifier) @reference.call)
; `a + b()` parses as a call of the sum. Wildcards: named nodes cost seconds when the query is compiled.
(call_expression . (_ rhs: (simple_identifier) @reference.call) (call_suffix))
(call_expression . (navigation_expression
  target: (_ rhs: _ @receiver)
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
