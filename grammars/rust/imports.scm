(use_declaration argument: (identifier) @source) @import
(use_declaration argument: (scoped_identifier path: (_) @source name: (identifier) @imported)) @import
(use_declaration argument: (use_as_clause
  path: (scoped_identifier path: (_) @source name: (identifier) @imported)
  alias: (identifier) @alias)) @import
(use_declaration argument: (use_wildcard (_) @source "*" @imported @alias)) @import

(use_declaration argument: (scoped_use_list
  path: (_) @source
  list: (use_list (identifier) @imported @import)))
(use_declaration argument: (scoped_use_list
  path: (_) @source
  list: (use_list (self) @import)))
(use_declaration argument: (scoped_use_list
  path: (_) @source
  list: (use_list (use_as_clause path: (identifier) @imported alias: (identifier) @alias) @import)))
(use_list (scoped_identifier path: (_) @source name: (identifier) @imported) @import)
(use_list (use_wildcard (_) @source "*" @imported @alias) @import)
(use_list (scoped_use_list
  path: (_) @source
  list: (use_list (identifier) @imported @import)))

(extern_crate_declaration name: (identifier) @source) @import

(use_declaration
  (visibility_modifier)
  argument: (scoped_identifier path: (_) @source name: (identifier) @imported)) @re-export
(use_declaration
  (visibility_modifier)
  argument: (use_as_clause
    path: (scoped_identifier path: (_) @source name: (identifier) @imported)
    alias: (identifier) @alias)) @re-export
(use_declaration
  (visibility_modifier)
  argument: (use_wildcard (_) @source "*" @imported @alias)) @re-export
(use_declaration
  (visibility_modifier)
  argument: (scoped_use_list
    path: (_) @source
    list: (use_list (identifier) @imported @re-export)))
