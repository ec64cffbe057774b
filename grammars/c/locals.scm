[(function_definition) (compound_statement) (for_statement)] @local.scope

(function_declarator parameters: (parameter_list (parameter_declaration
  type: (_) @local.type
  declarator: [
    (identifier) @local.definition
    (pointer_declarator declarator: (identifier) @local.definition)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local.definition))
    (array_declarator declarator: (identifier) @local.definition)
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local.definition)))
  ])))

(declaration
  type: (_) @local.type
  declarator: [
    (identifier) @local.definition
    (pointer_declarator declarator: (identifier) @local.definition)
    (array_declarator declarator: (identifier) @local.definition)
    (init_declarator declarator: [
      (identifier) @local.definition
      (pointer_declarator declarator: (identifier) @local.definition)
      (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local.definition))
      (array_declarator declarator: (identifier) @local.definition)
    ])
  ])
