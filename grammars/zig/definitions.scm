(variable_declaration . (identifier) @name (struct_declaration) @body) @definition.struct
(variable_declaration . (identifier) @name (union_declaration) @body) @definition.struct
(variable_declaration . (identifier) @name (opaque_declaration) @body) @definition.struct
(variable_declaration . (identifier) @name (enum_declaration) @body) @definition.enum
(variable_declaration . (identifier) @name (error_set_declaration) @body) @definition.enum
(error_set_declaration (identifier) @name @definition.enum_member)
(enum_declaration (container_field . name: (identifier) @name) @definition.enum_member)
(container_field name: (identifier) @name type: (_)? @type) @definition.field

(struct_declaration (function_declaration name: (identifier) @name type: (_) @type) @definition.method)
(function_declaration name: (identifier) @name type: (_) @type) @definition.function
(test_declaration (string (string_content) @name) (block) @body) @definition.function
(test_declaration (identifier) @name (block) @body) @definition.function

; Constants and variables; what an import binds is no definition.
(variable_declaration "const" . (identifier) @name type: (_) @type) @definition.constant
(variable_declaration "const" . (identifier) @name (integer)) @definition.constant
(variable_declaration "const" . (identifier) @name (string)) @definition.constant
(variable_declaration "const" . (identifier) @name (call_expression)) @definition.constant
(variable_declaration "const" . (identifier) @name (binary_expression)) @definition.constant
(variable_declaration "const" . (identifier) @name (struct_initializer)) @definition.constant
(variable_declaration "const" . (identifier) @name (block)) @definition.constant
(variable_declaration "var" . (identifier) @name type: (_) @type) @definition.variable
