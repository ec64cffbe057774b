; Members of an extension belong to the extended type; the extension itself is no definition.
(class_declaration
  name: (user_type (type_identifier) @scope)
  body: (class_body (function_declaration
    name: (simple_identifier) @name
    (user_type)? @type) @definition.method))
(class_declaration
  name: (user_type (type_identifier) @scope)
  body: (class_body (function_declaration name: "init" @name) @definition.constructor))
(class_declaration
  name: (user_type (type_identifier) @scope)
  body: (class_body (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)
    (type_annotation (_) @type)?) @definition.property))

(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(class_declaration name: (type_identifier) @name) @definition.class
(class_declaration
  name: (type_identifier) @name
  (inheritance_specifier inherits_from: (user_type (type_identifier) @base))) @definition.class
(protocol_declaration name: (type_identifier) @name) @definition.interface
(protocol_declaration
  name: (type_identifier) @name
  (inheritance_specifier inherits_from: (user_type (type_identifier) @base))) @definition.interface
(enum_entry name: (simple_identifier) @name) @definition.enum_member
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

(function_declaration name: "init" @name) @definition.constructor
(protocol_function_declaration name: "init" @name) @definition.constructor
(protocol_function_declaration
  name: (simple_identifier) @name
  (user_type)? @type) @definition.method
(function_declaration
  name: (simple_identifier) @name
  (user_type)? @type) @definition.function
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name) @definition.method

(class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  (type_annotation (_) @type)) @definition.property)
((class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  value: (call_expression . (simple_identifier) @type)) @definition.property)
  (#match? @type "^[A-Z]"))
(class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(enum_class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  (type_annotation (_) @type)?) @definition.property)
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  (type_annotation (_) @type)?) @definition.property
(source_file (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  (type_annotation (_) @type)?) @definition.variable)
