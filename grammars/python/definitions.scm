(decorator) @attached

(function_definition name: (identifier) @name return_type: (type)? @type) @definition.function
(class_definition name: (identifier) @name) @definition.class
(class_definition
  name: (identifier) @name
  superclasses: (argument_list [(identifier) (attribute) (subscript) (call)] @base)) @definition.class
(type_alias_statement left: (type) @name right: (type) @type) @definition.type

(assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function

; Module variables and class fields: those inside functions are locals and dropped
(expression_statement (assignment left: (identifier) @name @local.definition) @definition.variable)
(expression_statement (assignment
  left: (identifier) @name @local.definition
  type: (type) @type @local.type) @definition.variable)
(expression_statement (assignment
  left: (identifier) @name @local.definition
  right: (call function: [(identifier) (attribute)] @type @local.type)) @definition.variable)

; Fields made in methods; first those whose type can be read off
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @name)
  type: (type) @type
  (#eq? @_self "self")) @definition.field
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @name)
  right: [(identifier) @type (call function: [(identifier) (attribute)] @type)]
  (#eq? @_self "self")) @definition.field
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @name)
  (#eq? @_self "self")) @definition.field
