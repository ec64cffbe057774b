(import_declaration (identifier) @source) @import
