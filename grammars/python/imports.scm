(import_statement name: (dotted_name) @source) @import
(import_statement name: (aliased_import name: (dotted_name) @source alias: (identifier) @alias)) @import
(import_from_statement module_name: (_) @source name: (dotted_name) @imported) @import
(import_from_statement
  module_name: (_) @source
  name: (aliased_import name: (dotted_name) @imported alias: (identifier) @alias)) @import
(import_from_statement module_name: (_) @source (wildcard_import) @imported @alias) @import
