(function_definition name: (word) @name) @definition.function

((declaration_command
  "readonly"
  (variable_assignment name: (variable_name) @name)) @definition.constant)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)
(program (variable_assignment name: (variable_name) @name) @definition.variable)
