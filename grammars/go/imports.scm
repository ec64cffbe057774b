(import_spec !name path: (_) @source) @import
(import_spec name: (_) @alias path: (_) @source) @import
