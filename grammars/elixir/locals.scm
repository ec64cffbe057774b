((call target: (identifier) @_def) @local.scope
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "test"))
(anonymous_function) @local.scope
(stab_clause) @local.scope

((call target: (identifier) @_def (arguments . (call (arguments (identifier) @local.definition))))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop"))
((call target: (identifier) @_def (arguments . (binary_operator
  left: (call (arguments (identifier) @local.definition))
  operator: "when")))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop"))
(stab_clause left: (arguments (identifier) @local.definition))
(stab_clause left: (arguments (tuple (identifier) @local.definition)))
(binary_operator left: (identifier) @local.definition operator: "=")
(binary_operator left: (tuple (identifier) @local.definition) operator: "=")
(binary_operator left: (identifier) @local.definition operator: "<-")
