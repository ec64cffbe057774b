; f x, f x y: the innermost apply holds the function.
(apply function: (variable) @reference.call)
(apply function: (qualified module: (module (module_id) @receiver .) id: (variable) @reference.call))
(apply function: (constructor) @reference.new)
(apply function: (qualified module: (module (module_id) @receiver .) id: (constructor) @reference.new))

; f $ x, f . g, x `f` y, x |> f
(infix left_operand: (variable) @reference.call operator: (operator))
(infix operator: (operator) right_operand: (variable) @reference.call)
(infix operator: (infix_id [
  (variable) @name
  (qualified module: (module (module_id) @receiver .) id: (variable) @name)
])) @reference.call
(infix left_operand: (qualified module: (module (module_id) @receiver .) id: (variable) @reference.call))
(infix right_operand: (qualified module: (module (module_id) @receiver .) id: (variable) @reference.call))

; A lone name as statement or as the whole right-hand side
(exp (variable) @reference.call)
(bind expression: (variable) @reference.call)
(match expression: (variable) @reference.call)
(match expression: (qualified module: (module (module_id) @receiver .) id: (variable) @reference.call))

; Functions handed on
(apply argument: (variable) @reference.value)
(apply argument: (qualified module: (module (module_id) @receiver .) id: (variable) @reference.value))
(list element: (variable) @reference.value)
(tuple element: (variable) @reference.value)

(instance name: (name) @reference.inherit)
(deriving classes: (_ (name) @reference.inherit))
(deriving classes: (name) @reference.inherit)
