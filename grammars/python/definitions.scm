(decorator) @attached

(function_definition name: (identifier) @name return_type: (type)? @type) @definition.function
(class_definition name: (identifier) @name) @definition.class
(class_definition
  name: (identifier) @name
  superclasses: (argument_list [(identifier) (attribute) (subscript) (call)] @base)) @definition.class
(type_alias_statement left: (type) @name right: (type) @type) @definition.type

(assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function

(module (expression_statement (assignment left: (identifier) @name type: (type) @type) @definition.variable))
(module (expression_statement (assignment left: (identifier) @name right: (call function: [(identifier) (attribute)] @type)) @definition.variable))
(module (expression_statement (assignment left: (identifier) @name) @definition.variable))

(class_definition body: (block (expression_statement (assignment left: (identifier) @name type: (type) @type) @definition.field)))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name right: (call function: [(identifier) (attribute)] @type)) @definition.field)))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @definition.field)))

; Fields made in methods: only those whose type can be read off
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @name)
  type: (type) @type
  (#eq? @_self "self")) @definition.field
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @name)
  right: (call function: [(identifier) (attribute)] @type)
  (#eq? @_self "self")) @definition.field
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @name)
  right: (identifier) @type
  (#eq? @_self "self")) @definition.field
