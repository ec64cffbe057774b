; All of Elixir's definitions are calls of macros: the first name decides.
((call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body) @definition.module
  (#any-of? @_def "defmodule"))
((call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body) @definition.interface
  (#eq? @_def "defprotocol"))
((call
  target: (identifier) @_def
  (arguments . (alias) @name (keywords (pair value: (alias) @scope)))
  (do_block) @body) @definition.module
  (#eq? @_def "defimpl"))

((call
  target: (identifier) @_def
  (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: (call target: (identifier) @name) operator: "when")
    (binary_operator left: (identifier) @name operator: "when")
  ])) @definition.function
  (#any-of? @_def "def" "defp" "defdelegate" "defguard" "defguardp"))
((call
  target: (identifier) @_def
  (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: (call target: (identifier) @name) operator: "when")
  ])) @definition.macro
  (#any-of? @_def "defmacro" "defmacrop"))

; Where the bodies begin.
((call
  target: (identifier) @_def
  (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: (call target: (identifier) @name) operator: "when")
  ])
  (do_block) @body) @definition.function
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop"))

; @type t :: …, @callback f(a) :: b, @limit 10
((unary_operator
  operator: "@"
  operand: (call target: (identifier) @_attribute (arguments (binary_operator
    left: [(identifier) @name (call target: (identifier) @name)]
    operator: "::")))) @definition.type
  (#any-of? @_attribute "type" "typep" "opaque"))
((unary_operator
  operator: "@"
  operand: (call target: (identifier) @_attribute (arguments (binary_operator
    left: (call target: (identifier) @name)
    operator: "::")))) @definition.method
  (#any-of? @_attribute "callback" "macrocallback"))
((unary_operator
  operator: "@"
  operand: (call target: (identifier) @name (arguments))) @definition.constant
  (#not-any-of? @name
    "moduledoc" "doc" "typedoc" "spec" "type" "typep" "opaque" "callback" "macrocallback" "impl" "behaviour"
    "deprecated" "dialyzer" "derive" "tag" "describetag" "moduletag" "since" "optional_callbacks" "enforce_keys"
    "before_compile" "after_compile" "on_load" "compile" "external_resource" "shortdoc" "requirements"))

((unary_operator operator: "@" operand: (call target: (identifier) @_attribute)) @attached
  (#any-of? @_attribute "doc" "spec" "impl" "deprecated"))
