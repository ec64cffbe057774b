(preproc_include path: [(string_literal) (system_lib_string)] @source) @import

(using_declaration "namespace" (_) @source) @import
(using_declaration . "using" . (qualified_identifier scope: (_) @source name: (identifier) @imported)) @import
(using_declaration . "using" . (qualified_identifier
  name: (qualified_identifier scope: (_) @source name: (identifier) @imported))) @import
(namespace_alias_definition name: (namespace_identifier) @alias (_) @source .) @import
