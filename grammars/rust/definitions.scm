; Functions of an impl block belong to its type; the block itself is no definition.
(impl_item
  type: [
    (type_identifier) @scope
    (generic_type type: (type_identifier) @scope)
    (generic_type type: (scoped_type_identifier name: (type_identifier) @scope))
    (scoped_type_identifier name: (type_identifier) @scope)
    (reference_type type: (type_identifier) @scope)
    (reference_type type: (generic_type type: (type_identifier) @scope))
    (primitive_type) @scope
  ]
  body: (declaration_list
    (function_item name: (identifier) @name return_type: (_)? @type) @definition.method))

(impl_item
  type: [
    (type_identifier) @scope
    (generic_type type: (type_identifier) @scope)
    (scoped_type_identifier name: (type_identifier) @scope)
  ]
  body: (declaration_list (const_item name: (identifier) @name type: (_) @type) @definition.constant))

(impl_item
  type: [
    (type_identifier) @scope
    (generic_type type: (type_identifier) @scope)
    (scoped_type_identifier name: (type_identifier) @scope)
  ]
  body: (declaration_list (type_item name: (type_identifier) @name) @definition.type))

(impl_item body: (declaration_list
  (function_item name: (identifier) @name return_type: (_)? @type) @definition.method))

(function_signature_item name: (identifier) @name return_type: (_)? @type) @definition.function
(associated_type name: (type_identifier) @name) @definition.type

(function_item name: (identifier) @name return_type: (_)? @type) @definition.function

(trait_item name: (type_identifier) @name) @definition.trait
(trait_item
  name: (type_identifier) @name
  bounds: (trait_bounds
    [
      (type_identifier) @base
      (scoped_type_identifier name: (type_identifier) @base)
      (generic_type type: (type_identifier) @base)
    ])) @definition.trait

(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.enum_member
(field_declaration name: (field_identifier) @name type: (_) @type) @definition.field
(type_item name: (type_identifier) @name) @definition.type
(mod_item name: (identifier) @name) @definition.module
(macro_definition name: (identifier) @name) @definition.macro
(const_item name: (identifier) @name type: (_) @type) @definition.constant
(static_item name: (identifier) @name type: (_) @type) @definition.variable

(attribute_item) @attached
