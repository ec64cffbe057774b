(header module: (module) @name) @definition.module

(data_type name: (name) @name) @definition.struct
(data_type name: (name) @name constructors: (_) @body) @definition.struct
(newtype name: (name) @name constructor: (_) @body) @definition.struct
(type_synomym name: (name) @name) @definition.type
(type_family name: (name) @name) @definition.type
(class name: (name) @name) @definition.interface
(class name: (name) @name declarations: (_) @body) @definition.interface
(class
  context: (context context: (apply constructor: (name) @base))
  name: (name) @name) @definition.interface

(data_constructor constructor: [
  (record name: (constructor) @name)
  (prefix name: (constructor) @name)
]) @definition.enum_member
(newtype_constructor name: (constructor) @name) @definition.enum_member
(gadt_constructor name: (constructor) @name) @definition.enum_member
(field name: (field_name (variable) @name) type: (_) @type) @definition.field

; Methods of an instance belong to its type.
(instance
  patterns: (type_patterns . [
    (name) @scope
    (parens (apply constructor: (name) @scope))
    (parens (apply constructor: (apply constructor: (name) @scope)))
  ])
  declarations: (instance_declarations
    [(function name: (variable) @name match: (_) @body) (bind name: (variable) @name match: (_) @body)] @definition.method))
(instance
  name: (name) @scope
  declarations: (instance_declarations
    [(function name: (variable) @name match: (_) @body) (bind name: (variable) @name match: (_) @body)] @definition.method))
(class_declarations (signature name: (variable) @name) @definition.method)
(class_declarations (default_signature signature: (signature name: (variable) @name)) @definition.method)

; Functions of the module. Those of a where or let are nested in it.
(declarations (function
  name: [(variable) @name (prefix_id (operator) @name)]
  match: (_) @body) @definition.function)
(declarations (function
  (infix operator: [(operator) @name (infix_id (variable) @name)])
  match: (_) @body) @definition.function)
(declarations (bind name: (variable) @name match: (_) @body) @definition.function)
(local_binds (function name: (variable) @name match: (_) @body) @definition.function)
(foreign_import signature: (signature name: (variable) @name)) @definition.function

(declarations (signature) @attached)
