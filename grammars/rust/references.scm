(call_expression function: (identifier) @reference.call)
(call_expression function: (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.call
(call_expression function: (field_expression value: (_) @receiver field: (field_identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @reference.call))
(call_expression
  function: (generic_function
    function: (scoped_identifier path: (_) @receiver name: (identifier) @name))) @reference.call
(call_expression
  function: (generic_function
    function: (field_expression value: (_) @receiver field: (field_identifier) @name))) @reference.call

(struct_expression name: (type_identifier) @reference.new)
(struct_expression name: (generic_type_with_turbofish type: (type_identifier) @reference.new))
(struct_expression name: (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)) @reference.new

(macro_invocation macro: (identifier) @reference.macro)
(macro_invocation macro: (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.macro

; What stands between a macro's brackets is a list of tokens, no expression: a name right before an opening
; parenthesis is taken for a call, with the token before its "." or "::" as receiver.
(token_tree (identifier) @reference.macro . "!" . (token_tree))
(token_tree
  [(identifier) (self)] @receiver . ["." "::"] .
  (identifier) @name . (token_tree "(")) @reference.call
(token_tree (identifier) @reference.call . (token_tree "("))

(attribute_item (attribute (identifier) @reference.decorator))
(attribute_item (attribute (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.decorator)
(attribute_item
  (attribute
    (identifier) @_derive
    arguments: (token_tree (identifier) @reference.inherit))
  (#eq? @_derive "derive"))

(impl_item trait: (type_identifier) @reference.inherit)
(impl_item trait: (generic_type type: (type_identifier) @reference.inherit))
(impl_item trait: (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)) @reference.inherit
(trait_item bounds: (trait_bounds (type_identifier) @reference.inherit))

(arguments (identifier) @reference.value)
(arguments (scoped_identifier path: (_) @receiver name: (identifier) @name) @reference.value)
(field_initializer value: (identifier) @reference.value)
(array_expression (identifier) @reference.value)
