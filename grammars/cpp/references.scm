(call_expression function: [
  (identifier) @name
  (template_function name: (identifier) @name)
]) @reference.call
(call_expression function: (field_expression
  argument: (_) @receiver
  field: [(field_identifier) @name (template_method name: (field_identifier) @name)])) @reference.call
(call_expression function: (qualified_identifier
  scope: (_) @receiver
  name: [(identifier) @name (template_function name: (identifier) @name)])) @reference.call
(call_expression function: (qualified_identifier
  name: (qualified_identifier
    scope: (_) @receiver
    name: [(identifier) @name (template_function name: (identifier) @name)]))) @reference.call
(call_expression function: (qualified_identifier
  name: (qualified_identifier
    name: (qualified_identifier
      scope: (_) @receiver
      name: [(identifier) @name (template_function name: (identifier) @name)])))) @reference.call

(new_expression type: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
  (qualified_identifier scope: (_) @receiver name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
  ])
]) @reference.new
(compound_literal_expression type: [
  (type_identifier) @name
  (template_type name: (type_identifier) @name)
]) @reference.new
(declaration
  type: [(type_identifier) @name (qualified_identifier scope: (_) @receiver name: (type_identifier) @name)]
  declarator: (init_declarator value: [(argument_list) (initializer_list)])) @reference.new
; A constructor's initializer list names bases and members alike: types by their capital.
((field_initializer (field_identifier) @reference.new (argument_list))
  (#match? @reference.new "^[A-Z]"))

(attribute name: (identifier) @reference.decorator)

(base_class_clause [
  (type_identifier) @reference.inherit
  (template_type name: (type_identifier) @reference.inherit)
  (qualified_identifier name: (type_identifier) @reference.inherit)
])

(argument_list (identifier) @reference.value)
(argument_list (pointer_expression operator: "&" argument: (identifier) @reference.value))
(argument_list (pointer_expression operator: "&" argument: (qualified_identifier
  scope: (_) @receiver name: (identifier) @name)) @reference.value)
(initializer_list (identifier) @reference.value)
(initializer_pair value: (identifier) @reference.value)
(assignment_expression right: (identifier) @reference.value)
