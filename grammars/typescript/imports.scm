(import_statement (import_require_clause (identifier) @alias source: (_) @source)) @import
(export_statement "=" (identifier) @default) @export
