; Prototypes are no definitions: the function is where its body is. Keywords that the recovery from unbalanced
; #ifdef branches takes for names are left out.
((function_definition
  type: (_) @type
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
  ]) @definition.function
  (#not-any-of? @name "if" "else" "for" "while" "switch" "return" "sizeof"))

; The head of a function whose body the grammar could not close.
((ERROR (function_declarator declarator: (identifier) @name) @definition.function)
  (#not-any-of? @name "if" "else" "for" "while" "switch" "return" "sizeof"))

(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.enum_member

(type_definition
  type: [(struct_specifier !name body: (_)) (union_specifier !name body: (_))]
  declarator: (type_identifier) @name) @definition.struct
(type_definition
  type: (enum_specifier !name body: (_))
  declarator: (type_identifier) @name) @definition.enum
; A tagged struct is a definition of its own: here only the second name is new.
((type_definition
  type: [
    (struct_specifier name: (_) @_tag body: (_))
    (union_specifier name: (_) @_tag body: (_))
    (enum_specifier name: (_) @_tag body: (_))
  ]
  declarator: (type_identifier) @name @definition.type)
  (#not-eq? @name @_tag))
((type_definition
  type: [
    (struct_specifier name: (_) @_tag !body)
    (union_specifier name: (_) @_tag !body)
    (enum_specifier name: (_) @_tag !body)
  ]
  declarator: (type_identifier) @name) @definition.type
  (#not-eq? @name @_tag))
(type_definition
  type: [(primitive_type) (sized_type_specifier) (type_identifier) (macro_type_specifier)]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
  ]) @definition.type
(type_definition
  declarator: [
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
    (function_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))))
  ]) @definition.type

(field_declaration
  type: (_) @type
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (field_identifier) @name)
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
  ]) @definition.field

; Variables of the file; those of functions are locals.
(translation_unit (declaration
  type: (_) @type
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)
    (init_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (array_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
      (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [
        (identifier) @name
        (array_declarator declarator: (identifier) @name)
      ])))
    ])
  ]) @definition.variable)
(preproc_ifdef (declaration
  type: (_) @type
  declarator: [
    (identifier) @name
    (init_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (array_declarator declarator: (identifier) @name)
    ])
  ]) @definition.variable)

(preproc_def name: (identifier) @name value: (_)) @definition.constant
(preproc_function_def name: (identifier) @name) @definition.macro
