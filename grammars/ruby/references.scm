((call !receiver method: (identifier) @_mixin arguments: (argument_list [
  (constant) @reference.inherit
  (scope_resolution name: (constant) @reference.inherit)
]))
  (#any-of? @_mixin "include" "extend" "prepend"))
(superclass [
  (constant) @reference.inherit
  (scope_resolution name: (constant) @reference.inherit)
])

; Foo.new makes a Foo.
((call
  receiver: [(constant) @name (scope_resolution scope: (_) @receiver name: (constant) @name)]
  method: (identifier) @_new) @reference.new
  (#eq? @_new "new"))
((call receiver: (_) @receiver method: [(identifier) (constant)] @reference.call)
  (#not-eq? @reference.call "new"))
((call !receiver method: (identifier) @reference.call)
  (#not-any-of? @reference.call
    "require" "require_relative" "include" "extend" "prepend" "attr_reader" "attr_writer" "attr_accessor"
    "define_method" "alias_method" "autoload" "raise" "private" "protected" "public" "module_function"
    "private_constant" "private_class_method" "lambda" "proc" "loop" "block_given?"))
(call method: (super) @reference.super)
(super) @reference.super

; A plain name is a call unless a local variable has it: as a value it is dropped where one has.
(call receiver: (identifier) @reference.value)
((body_statement (identifier) @reference.value)
  (#not-any-of? @reference.value "private" "protected" "public" "module_function"))
(block_body (identifier) @reference.value)
(then (identifier) @reference.value)
(else (identifier) @reference.value)
(argument_list (identifier) @reference.value)
(assignment right: (identifier) @reference.value)
(binary (identifier) @reference.value)
(interpolation (identifier) @reference.value)
(return (argument_list (identifier) @reference.value))
(if condition: (identifier) @reference.value)
(unless condition: (identifier) @reference.value)
(if_modifier (identifier) @reference.value)
(unless_modifier (identifier) @reference.value)
