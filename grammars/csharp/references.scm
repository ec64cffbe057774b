(invocation_expression function: [
  (identifier) @name
  (generic_name . (identifier) @name)
]) @reference.call
(invocation_expression function: (member_access_expression
  expression: _ @receiver
  name: [(identifier) @name (generic_name . (identifier) @name)])) @reference.call
(invocation_expression function: (conditional_access_expression
  condition: (_) @receiver
  (member_binding_expression name: [(identifier) @name (generic_name . (identifier) @name)]))) @reference.call

(object_creation_expression type: [
  (identifier) @name
  (generic_name . (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name . (identifier) @name)])
]) @reference.new
(variable_declaration
  type: [(identifier) @name (generic_name . (identifier) @name)]
  (variable_declarator (implicit_object_creation_expression))) @reference.new

(constructor_initializer ["base" "this"] @reference.super)
(primary_constructor_base_type type: [(identifier) @name (generic_name . (identifier) @name)]) @reference.super

(attribute name: [
  (identifier) @name
  (generic_name . (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: (identifier) @name)
]) @reference.decorator

(base_list [
  (identifier) @reference.inherit
  (generic_name . (identifier) @reference.inherit)
  (qualified_name name: (identifier) @reference.inherit)
])

; Methods handed on: as argument, subscribed to an event or assigned.
(argument (identifier) @reference.value)
(argument (member_access_expression expression: _ @receiver name: (identifier) @name) @reference.value)
(assignment_expression right: (identifier) @reference.value)
