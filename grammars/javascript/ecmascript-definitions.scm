; What JavaScript and TypeScript share.

(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function

(variable_declarator
  name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
; Components and handlers wrapped by a helper that returns them
(variable_declarator
  name: (identifier) @name
  value: (call_expression
    function: [(identifier) @_wrapper (member_expression property: (property_identifier) @_wrapper)]
    arguments: (arguments . [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))
  (#any-of? @_wrapper "memo" "forwardRef" "useCallback" "observer" "debounce" "throttle" "lazy")) @definition.function

(method_definition name: (_) @name) @definition.method
(pair
  key: [(property_identifier) (string)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.method

; exports.x = function, X.prototype.m = function, this.m = function
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]
  (#eq? @_module "module") (#eq? @_exports "exports")) @definition.function
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (class body: (_) @body)
  (#eq? @_module "module") (#eq? @_exports "exports")) @definition.class
(assignment_expression
  left: (member_expression object: (_) @scope property: [(property_identifier) (private_property_identifier)] @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.method

(export_statement
  value: [(function_expression !name) (generator_function !name) (arrow_function)] @definition.function) @export
(export_statement value: (class !name) @definition.class) @export
(export_statement value: (class !name (class_heritage (_) @base)) @definition.class) @export

; Top-level values: those inside functions are locals and dropped
(variable_declarator name: (identifier) @name @local.definition) @definition.variable
(variable_declarator
  name: (identifier) @name @local.definition
  value: [
    (new_expression constructor: (_) @type @local.type)
    (call_expression function: (identifier) @type @local.type)
    (await_expression (call_expression function: (identifier) @type @local.type))
  ]) @definition.variable

(export_statement declaration: (lexical_declaration (variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name
  (pair_pattern value: (identifier) @name)
])) @definition.constant)) @export

(assignment_expression
  left: (member_expression object: (this) property: (property_identifier) @name)
  right: (new_expression constructor: (_) @type)) @definition.field
(assignment_expression
  left: (member_expression object: (this) property: (property_identifier) @name)) @definition.field
