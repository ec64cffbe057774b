[(function_definition) (lambda_expression) (compound_statement) (for_statement) (for_range_loop) (catch_clause)] @local.scope

(parameter_declaration
  type: (_) @local.type
  declarator: [
    (identifier) @local.definition
    (reference_declarator (identifier) @local.definition)
    (pointer_declarator declarator: (identifier) @local.definition)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local.definition))
    (array_declarator declarator: (identifier) @local.definition)
  ])
(optional_parameter_declaration
  type: (_) @local.type
  declarator: [
    (identifier) @local.definition
    (reference_declarator (identifier) @local.definition)
    (pointer_declarator declarator: (identifier) @local.definition)
  ])

; `auto` tells no type: what is made with new or make_unique does.
(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator
    declarator: [(identifier) @local.definition (pointer_declarator declarator: (identifier) @local.definition)]
    value: [
      (new_expression type: (type_identifier) @local.type)
      (compound_literal_expression type: (type_identifier) @local.type)
      (call_expression function: (qualified_identifier name: (template_function
        arguments: (template_argument_list . (type_descriptor type: (type_identifier) @local.type) .))))
    ]))
(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator declarator: [
    (identifier) @local.definition
    (pointer_declarator declarator: (identifier) @local.definition)
    (reference_declarator (identifier) @local.definition)
  ]))
(declaration
  type: [(type_identifier) (qualified_identifier) (template_type) (primitive_type) (sized_type_specifier)] @local.type
  declarator: [
    (identifier) @local.definition
    (pointer_declarator declarator: (identifier) @local.definition)
    (array_declarator declarator: (identifier) @local.definition)
    (init_declarator declarator: [
      (identifier) @local.definition
      (pointer_declarator declarator: (identifier) @local.definition)
      (reference_declarator (identifier) @local.definition)
      (array_declarator declarator: (identifier) @local.definition)
    ])
  ])
(for_range_loop declarator: [
  (identifier) @local.definition
  (reference_declarator (identifier) @local.definition)
])
(structured_binding_declarator (identifier) @local.definition)
