((command
  name: (command_name (word) @_source)
  argument: [(word) (string) (raw_string) (concatenation)] @source) @import
  (#any-of? @_source "source" "."))
