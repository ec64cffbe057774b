((variable_declaration
  . (identifier) @alias
  (builtin_function (builtin_identifier) @_import (arguments (string) @source))) @import
  (#eq? @_import "@import"))
((variable_declaration
  . (identifier) @alias
  (field_expression
    object: (builtin_function (builtin_identifier) @_import (arguments (string) @source))
    member: (identifier) @imported)) @import
  (#eq? @_import "@import"))
((using_namespace_declaration
  (builtin_function (builtin_identifier) @_import (arguments (string) @source))) @import
  (#eq? @_import "@import"))
; const assert = std.debug.assert;
(source_file (variable_declaration
  . (identifier) @alias
  (field_expression object: [(identifier) (field_expression)] @source member: (identifier) @imported)) @import)
