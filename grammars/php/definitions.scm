(namespace_definition name: (namespace_name) @name) @definition.namespace

(class_declaration name: (name) @name) @definition.class
(class_declaration
  name: (name) @name
  (base_clause [(name) @base (qualified_name) @base])) @definition.class
(class_declaration
  name: (name) @name
  (class_interface_clause [(name) @base (qualified_name) @base])) @definition.class
(class_declaration
  name: (name) @name
  body: (declaration_list (use_declaration [(name) @base (qualified_name) @base]))) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(interface_declaration
  name: (name) @name
  (base_clause [(name) @base (qualified_name) @base])) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(trait_declaration
  name: (name) @name
  body: (declaration_list (use_declaration [(name) @base (qualified_name) @base]))) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(enum_declaration
  name: (name) @name
  (class_interface_clause [(name) @base (qualified_name) @base])) @definition.enum
(enum_case name: (name) @name) @definition.enum_member

(function_definition name: (name) @name return_type: (_)? @type) @definition.function
(method_declaration name: (name) @name return_type: (_)? @type) @definition.method

; Names of properties stand without their dollar sign, as they are used: `$this->logger`.
(property_declaration
  type: (_)? @type
  (property_element name: (variable_name (name) @name))) @definition.property
(property_promotion_parameter
  type: (_)? @type
  name: (variable_name (name) @name)) @definition.property
(const_declaration (const_element . (name) @name)) @definition.constant
((function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)))) @definition.constant
  (#eq? @_define "define"))
