(extends_clause value: (identifier) @reference.inherit)
(extends_clause value: (member_expression object: (_) @receiver property: (_) @reference.inherit))
(implements_clause (type_identifier) @reference.inherit)
(implements_clause (generic_type name: (type_identifier) @reference.inherit))
(extends_type_clause type: (type_identifier) @reference.inherit)
(extends_type_clause type: (generic_type name: (type_identifier) @reference.inherit))

(instantiation_expression (identifier) @reference.value)
