[
  (method)
  (singleton_method)
  (block)
  (do_block)
  (lambda)
] @local.scope

(method_parameters (identifier) @local.definition)
(lambda_parameters (identifier) @local.definition)
(block_parameters (identifier) @local.definition)
(optional_parameter name: (identifier) @local.definition)
(keyword_parameter name: (identifier) @local.definition)
(splat_parameter name: (identifier) @local.definition)
(hash_splat_parameter name: (identifier) @local.definition)
(block_parameter name: (identifier) @local.definition)
(destructured_parameter (identifier) @local.definition)

((assignment
  left: (identifier) @local.definition
  right: (call receiver: [(constant) (scope_resolution)] @local.type method: (identifier) @_new))
  (#eq? @_new "new"))
(assignment left: (identifier) @local.definition)
(left_assignment_list (identifier) @local.definition)
(operator_assignment left: (identifier) @local.definition)
(exception_variable (identifier) @local.definition)
(for pattern: (identifier) @local.definition)
