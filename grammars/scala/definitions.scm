(package_clause name: (_) @name) @definition.package

(package_object name: (identifier) @name) @definition.module
(class_definition name: (identifier) @name) @definition.class
(class_definition
  name: (identifier) @name
  (extends_clause [
    (type_identifier) @base
    (generic_type type: (type_identifier) @base)
    (stable_type_identifier (type_identifier) @base .)
  ])) @definition.class
(object_definition name: (identifier) @name) @definition.class
(object_definition
  name: (identifier) @name
  (extends_clause [
    (type_identifier) @base
    (generic_type type: (type_identifier) @base)
    (stable_type_identifier (type_identifier) @base .)
  ])) @definition.class
(trait_definition name: (identifier) @name) @definition.trait
(trait_definition
  name: (identifier) @name
  (extends_clause [
    (type_identifier) @base
    (generic_type type: (type_identifier) @base)
    (stable_type_identifier (type_identifier) @base .)
  ])) @definition.trait
(enum_definition name: (identifier) @name) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.enum_member
(full_enum_case name: (identifier) @name) @definition.enum_member
(type_definition name: (type_identifier) @name) @definition.type
(given_definition name: (identifier) @name return_type: (_)? @type) @definition.constant

((function_definition name: (identifier) @name) @definition.constructor
  (#eq? @name "this"))
(extension_definition
  (parameters (parameter type: [
    (type_identifier) @scope
    (generic_type type: (type_identifier) @scope)
  ]))
  (function_definition name: (_) @name return_type: (_)? @type) @definition.method)
(with_template_body (function_definition name: (_) @name return_type: (_)? @type) @definition.method)
(template_body (function_declaration name: (_) @name return_type: (_)? @type) @definition.method)
(function_definition name: (_) @name return_type: (_)? @type) @definition.function

(class_parameter name: (identifier) @name type: (_) @type) @definition.field
(template_body [
  (val_definition pattern: (identifier) @name type: (_)? @type)
  (var_definition pattern: (identifier) @name type: (_)? @type)
  (val_declaration name: (identifier) @name type: (_)? @type)
  (var_declaration name: (identifier) @name type: (_)? @type)
] @definition.property)
(template_body (val_definition
  pattern: (identifier) @name
  value: (instance_expression [
    (type_identifier) @type
    (generic_type type: (type_identifier) @type)
  ])) @definition.property)
(compilation_unit [
  (val_definition pattern: (identifier) @name type: (_)? @type)
  (var_definition pattern: (identifier) @name type: (_)? @type)
] @definition.variable)
