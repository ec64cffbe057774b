(function_declaration name: (identifier) @name result: (_)? @type) @definition.function

(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @scope))
  name: (field_identifier) @name
  result: (_)? @type) @definition.method

(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
(type_spec name: (type_identifier) @name type: (_) @type) @definition.type
(type_alias name: (type_identifier) @name type: (_) @type) @definition.type

; Embedded types
(type_spec
  name: (type_identifier) @name
  type: (struct_type (field_declaration_list (field_declaration !name type: (_) @base)))) @definition.struct
(type_spec
  name: (type_identifier) @name
  type: (interface_type (type_elem . [(type_identifier) (qualified_type) (generic_type)] @base .))) @definition.interface

(field_declaration name: (field_identifier) @name type: (_) @type) @definition.field
(method_elem name: (field_identifier) @name result: (_)? @type) @definition.method

(var_spec name: (identifier) @name value: (expression_list . (func_literal body: (_) @body) .)) @definition.function
; Package variables and constants: those inside functions are locals and dropped
(var_spec name: (identifier) @name @local.definition type: (_)? @type @local.type) @definition.variable
(var_spec . name: (identifier) @name @local.definition value: (expression_list . [
  (composite_literal type: (_) @type @local.type)
  (unary_expression operand: (composite_literal type: (_) @type @local.type))
  (call_expression function: (identifier) @type @local.type)
])) @definition.variable
; Not by the field `name`, which yields the first of several only
(const_spec (identifier) @name @local.definition type: (_)? @type) @definition.constant
