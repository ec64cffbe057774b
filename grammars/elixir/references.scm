(call target: (dot left: (_) @receiver right: (identifier) @reference.call))

; A call of a plain name. The heads of definitions are calls too, so that only places where code stands are read.
((do_block (call target: (identifier) @reference.call))
  (#not-any-of? @reference.call
    "def" "defp" "defmacro" "defmacrop" "defmodule" "defprotocol" "defimpl" "defdelegate" "defguard" "defguardp"
    "defstruct" "defexception" "alias" "import" "require" "use" "if" "unless" "case" "cond" "with" "for" "raise"
    "receive" "quote" "unquote" "try" "throw"))
((body (call target: (identifier) @reference.call))
  (#not-any-of? @reference.call "if" "unless" "case" "cond" "with" "for" "raise" "receive" "quote" "unquote" "try" "throw"))
((pair value: (call target: (identifier) @reference.call))
  (#not-any-of? @reference.call "if" "unless" "case" "cond" "with" "for" "raise" "quote" "unquote"))
((call target: (identifier) @_outer (arguments (call target: (identifier) @reference.call)))
  (#not-any-of? @_outer
    "def" "defp" "defmacro" "defmacrop" "defdelegate" "defguard" "defguardp" "spec" "type" "typep" "opaque"
    "callback" "macrocallback"))
(call target: (dot) (arguments (call target: (identifier) @reference.call)))
(binary_operator operator: ["|>" "=" "++" "<>" "<-" "==" "+" "-" "*" "&&" "||" "and" "or" "in" "|"]
  right: (call target: (identifier) @reference.call))
(binary_operator
  left: (call target: (identifier) @reference.call)
  operator: ["|>" "++" "<>" "==" "+" "-" "*" "&&" "||" "and" "or" "in"])
(tuple (call target: (identifier) @reference.call))
(list (call target: (identifier) @reference.call))
(interpolation (call target: (identifier) @reference.call))
(unary_operator operator: ["not" "!"] operand: (call target: (identifier) @reference.call))

; |> helper without parentheses
(binary_operator operator: "|>" right: (identifier) @reference.call)

; &name/1, &Module.name/1
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @reference.value operator: "/"))
(unary_operator operator: "&" operand: (binary_operator
  left: (call target: (dot left: (_) @receiver right: (identifier) @name))
  operator: "/") @reference.value)

; %Module{}
(struct (alias) @reference.new)

((call target: (identifier) @_use (arguments . (alias) @reference.inherit))
  (#eq? @_use "use"))
((unary_operator operator: "@" operand: (call target: (identifier) @_behaviour (arguments (alias) @reference.inherit)))
  (#eq? @_behaviour "behaviour"))
((call target: (identifier) @_impl (arguments . (alias) @reference.inherit))
  (#eq? @_impl "defimpl"))
