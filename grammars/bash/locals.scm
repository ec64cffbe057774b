(function_definition) @local.scope

((declaration_command "local" [
  (variable_assignment name: (variable_name) @local.definition)
  (variable_name) @local.definition
]))
(for_statement variable: (variable_name) @local.definition)
