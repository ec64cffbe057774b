(import_header (identifier) @source (wildcard_import) @imported @alias) @import
(import_header (identifier) @source (import_alias (type_identifier) @alias)) @import
(import_header (identifier) @source .) @import
