(package_declaration (_) @name) @definition.package

(class_declaration name: (identifier) @name) @definition.class
(class_declaration
  name: (identifier) @name
  superclass: (superclass
    [
      (type_identifier) @base
      (generic_type . (type_identifier) @base)
      (generic_type . (scoped_type_identifier) @base)
      (scoped_type_identifier) @base
    ])) @definition.class
(class_declaration
  name: (identifier) @name
  interfaces: (super_interfaces (type_list
    [
      (type_identifier) @base
      (generic_type . (type_identifier) @base)
      (scoped_type_identifier) @base
    ]))) @definition.class

(record_declaration name: (identifier) @name) @definition.class
(record_declaration
  name: (identifier) @name
  interfaces: (super_interfaces (type_list
    [
      (type_identifier) @base
      (generic_type . (type_identifier) @base)
      (scoped_type_identifier) @base
    ]))) @definition.class
(record_declaration
  parameters: (formal_parameters
    (formal_parameter type: (_) @type name: (identifier) @name) @definition.field))

(interface_declaration name: (identifier) @name) @definition.interface
(interface_declaration
  name: (identifier) @name
  (extends_interfaces (type_list
    [
      (type_identifier) @base
      (generic_type . (type_identifier) @base)
      (scoped_type_identifier) @base
    ]))) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface

(enum_declaration name: (identifier) @name) @definition.enum
(enum_declaration
  name: (identifier) @name
  interfaces: (super_interfaces (type_list
    [
      (type_identifier) @base
      (generic_type . (type_identifier) @base)
      (scoped_type_identifier) @base
    ]))) @definition.enum
(enum_constant name: (identifier) @name) @definition.enum_member

(method_declaration type: (_) @type name: (identifier) @name) @definition.method
(annotation_type_element_declaration type: (_) @type name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(compact_constructor_declaration name: (identifier) @name) @definition.constructor

(field_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @name)) @definition.constant
