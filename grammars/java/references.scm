(method_invocation !object name: (identifier) @reference.call)
(method_invocation object: (_) @receiver name: (identifier) @name) @reference.call

(object_creation_expression
  type: [
    (type_identifier) @name
    (generic_type . (type_identifier) @name)
    (scoped_type_identifier (_) @receiver (type_identifier) @name .)
    (generic_type . (scoped_type_identifier (_) @receiver (type_identifier) @name .))
  ]) @reference.new

(explicit_constructor_invocation constructor: (super) @reference.super)
(explicit_constructor_invocation constructor: (this) @reference.super)

(method_reference . (_) @receiver "::" (identifier) @name .) @reference.value
(method_reference . (_) @name "::" "new" .) @reference.new

(annotation name: (identifier) @reference.decorator)
(annotation name: (scoped_identifier scope: (_) @receiver name: (identifier) @name)) @reference.decorator
(marker_annotation name: (identifier) @reference.decorator)
(marker_annotation name: (scoped_identifier scope: (_) @receiver name: (identifier) @name)) @reference.decorator

(superclass [(type_identifier) @reference.inherit (generic_type . (type_identifier) @reference.inherit)])
(super_interfaces (type_list
  [(type_identifier) @reference.inherit (generic_type . (type_identifier) @reference.inherit)]))
(extends_interfaces (type_list
  [(type_identifier) @reference.inherit (generic_type . (type_identifier) @reference.inherit)]))
