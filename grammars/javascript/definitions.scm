(decorator) @attached

(class_declaration name: (_) @name) @definition.class
(class_declaration name: (_) @name (class_heritage (_) @base)) @definition.class

(field_definition
  property: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(field_definition property: (_) @name value: (new_expression constructor: (_) @type)) @definition.field
(field_definition property: (_) @name) @definition.field
