(using_directive !name [(identifier) (qualified_name)] @source) @import
(using_directive
  name: (identifier) @alias
  (qualified_name qualifier: (_) @source name: (identifier) @imported)) @import
