(package_header (identifier) @name) @definition.package

(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration (type_identifier) @name) @definition.class
(class_declaration
  (type_identifier) @name
  (delegation_specifier [
    (user_type (type_identifier) @base .)
    (user_type (type_identifier) @base . (type_arguments))
    (constructor_invocation (user_type (type_identifier) @base .))
    (constructor_invocation (user_type (type_identifier) @base . (type_arguments)))
    (explicit_delegation . (user_type (type_identifier) @base))
  ])) @definition.class
(object_declaration (type_identifier) @name) @definition.class
(object_declaration
  (type_identifier) @name
  (delegation_specifier [
    (user_type (type_identifier) @base .)
    (constructor_invocation (user_type (type_identifier) @base .))
    (constructor_invocation (user_type (type_identifier) @base . (type_arguments)))
  ])) @definition.class
(type_alias (type_identifier) @name) @definition.type
(enum_entry (simple_identifier) @name) @definition.enum_member

; Extension functions belong to the type they extend.
(function_declaration
  (user_type (type_identifier) @scope) . (simple_identifier) @name
  (function_value_parameters) . [(user_type) (nullable_type)]? @type) @definition.method
(enum_entry (class_body (function_declaration (simple_identifier) @name) @definition.method))
(function_declaration
  (simple_identifier) @name
  (function_value_parameters) . [(user_type) (nullable_type)]? @type) @definition.function
(secondary_constructor "constructor" @name) @definition.constructor

; Parameters of the primary constructor: properties with val or var, else seen by initializers only.
(class_parameter
  (binding_pattern_kind)
  (simple_identifier) @name
  . [(user_type) (nullable_type)]? @type) @definition.property
(class_parameter (simple_identifier) @name . [(user_type) (nullable_type)]? @type) @definition.field

((property_declaration
  (modifiers (property_modifier) @_constant)
  (variable_declaration . (simple_identifier) @name (user_type)? @type)) @definition.constant
  (#eq? @_constant "const"))
(class_body (property_declaration
  (variable_declaration . (simple_identifier) @name [(user_type) (nullable_type)] @type)) @definition.property)
((class_body (property_declaration
  (variable_declaration . (simple_identifier) @name)
  (call_expression . (simple_identifier) @type)) @definition.property)
  (#match? @type "^[A-Z]"))
(class_body (property_declaration
  (variable_declaration . (simple_identifier) @name)) @definition.property)
(source_file (property_declaration
  (user_type (type_identifier) @scope) . (variable_declaration . (simple_identifier) @name (user_type)? @type)) @definition.property)
(source_file (property_declaration
  (variable_declaration . (simple_identifier) @name (user_type)? @type)) @definition.variable)

; The grammar does not know `fun interface`: at least its name.
((ERROR (user_type (type_identifier) @_interface) . (simple_identifier) @name) @definition.interface
  (#eq? @_interface "interface"))

; Where the bodies begin.
(class_declaration (type_identifier) @name [(class_body) (enum_class_body)] @body) @definition.class
(object_declaration (type_identifier) @name (class_body) @body) @definition.class
(function_declaration (simple_identifier) @name (function_body) @body) @definition.function
(secondary_constructor "constructor" @name (statements) @body) @definition.constructor
