(namespace_declaration name: (_) @name) @definition.namespace
(file_scoped_namespace_declaration name: (_) @name) @definition.namespace

(class_declaration name: (identifier) @name) @definition.class
(class_declaration
  name: (identifier) @name
  (base_list [
    (identifier) @base
    (generic_name . (identifier) @base)
    (qualified_name) @base
    (primary_constructor_base_type type: [(identifier) @base (generic_name . (identifier) @base)])
  ])) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(record_declaration
  name: (identifier) @name
  (base_list [
    (identifier) @base
    (generic_name . (identifier) @base)
    (qualified_name) @base
    (primary_constructor_base_type type: [(identifier) @base (generic_name . (identifier) @base)])
  ])) @definition.class
(struct_declaration name: (identifier) @name) @definition.struct
(struct_declaration
  name: (identifier) @name
  (base_list [(identifier) @base (generic_name . (identifier) @base)])) @definition.struct
(interface_declaration name: (identifier) @name) @definition.interface
(interface_declaration
  name: (identifier) @name
  (base_list [(identifier) @base (generic_name . (identifier) @base) (qualified_name) @base])) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.enum_member
(delegate_declaration name: (identifier) @name) @definition.type

; Parameters of a primary constructor are seen in the whole class; those of a record are its properties.
(class_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name) @definition.field))
(struct_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name) @definition.field))
(record_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name) @definition.property))

(method_declaration returns: (_) @type name: (identifier) @name) @definition.method
(local_function_statement type: (_) @type name: (identifier) @name) @definition.function
(constructor_declaration name: (identifier) @name) @definition.constructor
(operator_declaration type: (_) @type operator: _ @name) @definition.method
(conversion_operator_declaration type: (_) @name) @definition.method
(indexer_declaration type: (_) @type "this" @name) @definition.property

(property_declaration type: (_) @type name: (identifier) @name) @definition.property
(event_declaration type: (_) @type name: (identifier) @name) @definition.property
(event_field_declaration
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))) @definition.property
((field_declaration
  (modifier) @_constant
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))) @definition.constant
  (#eq? @_constant "const"))
(field_declaration
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))) @definition.field
