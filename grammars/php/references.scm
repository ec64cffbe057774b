(function_call_expression function: [
  (name) @name
  (qualified_name (name) @name .)
]) @reference.call
(member_call_expression object: (_) @receiver name: (name) @name) @reference.call
(nullsafe_member_call_expression object: (_) @receiver name: (name) @name) @reference.call
(scoped_call_expression scope: (_) @receiver name: (name) @name) @reference.call

(object_creation_expression [
  (name) @name
  (qualified_name (name) @name .)
]) @reference.new

(attribute [
  (name) @name
  (qualified_name (name) @name .)
]) @reference.decorator

(base_clause [(name) @reference.inherit (qualified_name (name) @reference.inherit .)])
(class_interface_clause [(name) @reference.inherit (qualified_name (name) @reference.inherit .)])
(use_declaration [(name) @reference.inherit (qualified_name (name) @reference.inherit .)])

; Callables named by a string or as [object, 'method'].
(arguments (argument (array_creation_expression
  . (array_element_initializer (_) @receiver)
  . (array_element_initializer (string (string_content) @name)) .) @reference.value))
(class_constant_access_expression . (name) @reference.value . (name))
