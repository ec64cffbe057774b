(required_parameter pattern: (identifier) @local.definition type: (_)? @local.type)
(optional_parameter pattern: (identifier) @local.definition type: (_)? @local.type)
