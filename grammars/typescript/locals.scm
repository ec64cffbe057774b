(required_parameter pattern: (identifier) @local.definition type: (_)? @local.type)
(optional_parameter pattern: (identifier) @local.definition type: (_)? @local.type)
(variable_declarator name: (identifier) @local.definition type: (_) @local.type)
(variable_declarator name: (identifier) @local.definition value: (as_expression (_) (_) @local.type))
