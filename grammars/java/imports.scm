(import_declaration (scoped_identifier scope: (_) @source name: (identifier) @imported) .) @import
(import_declaration (_) @source (asterisk) @imported @alias) @import
