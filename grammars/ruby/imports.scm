((call !receiver method: (identifier) @_require arguments: (argument_list . (string) @source)) @import
  (#any-of? @_require "require" "require_relative" "load"))
((call
  !receiver
  method: (identifier) @_autoload
  arguments: (argument_list . (simple_symbol) @imported . (string) @source)) @import
  (#eq? @_autoload "autoload"))
