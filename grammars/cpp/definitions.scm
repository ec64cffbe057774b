; Functions defined outside their class: the last qualifier is the scope.
(function_definition
  type: (_)? @type
  declarator: [
    (function_declarator declarator: (qualified_identifier
      scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
      name: [(identifier) @name (operator_name) @name (destructor_name) @name (operator_cast) @name]))
    (function_declarator declarator: (qualified_identifier name: (qualified_identifier
      scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
      name: [(identifier) @name (operator_name) @name (destructor_name) @name])))
    (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (qualified_identifier
      scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
      name: [(identifier) @name (operator_name) @name (destructor_name) @name]))))
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier
      scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
      name: [(identifier) @name (operator_name) @name])))
    (reference_declarator (function_declarator declarator: (qualified_identifier
      scope: [(namespace_identifier) @scope (template_type name: (type_identifier) @scope)]
      name: [(identifier) @name (operator_name) @name])))
  ]) @definition.method

; Inside a class names of functions are field identifiers; one without a return type is a constructor.
(field_declaration_list
  (function_definition !type declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor)
(field_declaration_list
  (declaration !type declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor)
(field_declaration_list (template_declaration
  (function_definition !type declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor))
(function_definition
  type: (_)? @type
  declarator: [
    (function_declarator declarator: [(field_identifier) @name (destructor_name) @name])
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))
    (reference_declarator (function_declarator declarator: (field_identifier) @name))
    (operator_cast) @name
  ]) @definition.method
(field_declaration
  type: (_) @type
  declarator: [
    (function_declarator declarator: [(field_identifier) @name (operator_name) @name])
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))
    (reference_declarator (function_declarator declarator: [(field_identifier) @name (operator_name) @name]))
  ]) @definition.method

((function_definition
  type: (_) @type
  declarator: [
    (function_declarator declarator: [(identifier) @name (operator_name) @name])
    (pointer_declarator declarator: (function_declarator declarator: [(identifier) @name (operator_name) @name]))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
    (reference_declarator (function_declarator declarator: [(identifier) @name (operator_name) @name]))
  ]) @definition.function
  (#not-any-of? @name "if" "else" "for" "while" "switch" "return" "sizeof"))

; The head of a function whose body the grammar could not close.
((ERROR (function_declarator declarator: (identifier) @name) @definition.function)
  (#not-any-of? @name "if" "else" "for" "while" "switch" "return" "sizeof"))

(namespace_definition name: (_) @name) @definition.namespace

(class_specifier
  name: [(type_identifier) @name (template_type name: (type_identifier) @name)]
  body: (_)) @definition.class
(class_specifier
  name: [(type_identifier) @name (template_type name: (type_identifier) @name)]
  (base_class_clause [
    (type_identifier) @base
    (template_type name: (type_identifier) @base)
    (qualified_identifier name: [
      (type_identifier) @base
      (template_type name: (type_identifier) @base)
      (qualified_identifier name: (type_identifier) @base)
    ])
  ])
  body: (_)) @definition.class
(struct_specifier
  name: [(type_identifier) @name (template_type name: (type_identifier) @name)]
  body: (_)) @definition.struct
(struct_specifier
  name: [(type_identifier) @name (template_type name: (type_identifier) @name)]
  (base_class_clause [
    (type_identifier) @base
    (template_type name: (type_identifier) @base)
    (qualified_identifier name: [
      (type_identifier) @base
      (template_type name: (type_identifier) @base)
      (qualified_identifier name: (type_identifier) @base)
    ])
  ])
  body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.enum_member

(concept_definition name: (identifier) @name) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(type_definition
  type: [(struct_specifier !name body: (_)) (union_specifier !name body: (_))]
  declarator: (type_identifier) @name) @definition.struct
((type_definition
  type: [
    (struct_specifier name: (_) @_tag)
    (union_specifier name: (_) @_tag)
    (enum_specifier name: (_) @_tag)
  ]
  declarator: (type_identifier) @name @definition.type)
  (#not-eq? @name @_tag))
(type_definition
  type: [
    (primitive_type) (sized_type_specifier) (type_identifier) (qualified_identifier) (template_type)
    (enum_specifier !name) (dependent_type)
  ]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
  ]) @definition.type

(field_declaration
  type: (_) @type
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (reference_declarator (field_identifier) @name)
    (array_declarator declarator: (field_identifier) @name)
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
  ]) @definition.field

; Variables of the file or a namespace; those of functions are locals.
(translation_unit (declaration
  type: (_) @type
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (init_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (array_declarator declarator: (identifier) @name)
    ])
  ]) @definition.variable)
(declaration_list (declaration
  type: (_) @type
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (init_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (array_declarator declarator: (identifier) @name)
    ])
  ]) @definition.variable)

(preproc_def name: (identifier) @name value: (_)) @definition.constant
(preproc_function_def name: (identifier) @name) @definition.macro
