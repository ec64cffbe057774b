; Paths are flat lists of names, so that only the innermost package can be named as the source.
(import_declaration (identifier) @source . (identifier) @imported .) @import
(import_declaration (identifier) @source . (namespace_selectors (identifier) @imported)) @import
(import_declaration (identifier) @source . (namespace_selectors [
  (arrow_renamed_identifier name: (identifier) @imported alias: (identifier) @alias)
  (as_renamed_identifier name: (identifier) @imported alias: (identifier) @alias)
])) @import
(import_declaration (identifier) @source . (as_renamed_identifier
  name: (identifier) @imported
  alias: (identifier) @alias)) @import
(import_declaration (identifier) @source . (namespace_wildcard) @imported @alias) @import
