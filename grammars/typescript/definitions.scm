(decorator) @attached

(function_declaration name: (identifier) @name return_type: (_) @type) @definition.function
(function_signature name: (identifier) @name return_type: (_)? @type) @definition.function

(class_declaration name: (_) @name) @definition.class
(abstract_class_declaration name: (_) @name) @definition.class
(class_declaration name: (_) @name (class_heritage (extends_clause value: (_) @base))) @definition.class
(class_declaration name: (_) @name (class_heritage (implements_clause (_) @base))) @definition.class
(abstract_class_declaration name: (_) @name (class_heritage (extends_clause value: (_) @base))) @definition.class
(abstract_class_declaration name: (_) @name (class_heritage (implements_clause (_) @base))) @definition.class

(interface_declaration name: (_) @name) @definition.interface
(interface_declaration name: (_) @name (extends_type_clause type: (_) @base)) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name) @definition.enum
(enum_body name: (_) @name @definition.enum_member)
(enum_assignment name: (_) @name) @definition.enum_member
(internal_module name: (_) @name) @definition.namespace
(module name: (_) @name) @definition.module

(method_definition name: (_) @name return_type: (_) @type) @definition.method
(class_body (method_signature name: (_) @name return_type: (_)? @type) @definition.method)
(interface_body (method_signature name: (_) @name return_type: (_)? @type) @definition.method)
(abstract_method_signature name: (_) @name return_type: (_)? @type) @definition.method

(public_field_definition
  name: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(public_field_definition name: (_) @name type: (_) @type) @definition.field
(public_field_definition name: (_) @name value: (new_expression constructor: (_) @type)) @definition.field
(public_field_definition name: (_) @name) @definition.field
(interface_body (property_signature name: (_) @name type: (_)? @type) @definition.property)
(type_alias_declaration value: (object_type [
  (property_signature name: (_) @name type: (_)? @type) @definition.property
  (method_signature name: (_) @name return_type: (_)? @type) @definition.method
]))
(required_parameter (accessibility_modifier) pattern: (identifier) @name type: (_)? @type) @definition.field
(required_parameter "readonly" pattern: (identifier) @name type: (_)? @type) @definition.field
(optional_parameter (accessibility_modifier) pattern: (identifier) @name type: (_)? @type) @definition.field

(variable_declarator
  name: (identifier) @name
  value: (arrow_function return_type: (_) @type body: (_) @body)) @definition.function
; `const run: Handler = () => …` is a function, whatever type is written
(variable_declarator
  name: (identifier) @name
  type: (_)
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function
(variable_declarator name: (identifier) @name @local.definition type: (_) @type @local.type) @definition.variable
(variable_declarator
  name: (identifier) @name @local.definition
  value: (as_expression (_) (_) @type @local.type)) @definition.variable
