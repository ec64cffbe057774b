((call target: (identifier) @_directive (arguments . (alias) @source (keywords (pair value: (alias) @alias)))) @import
  (#eq? @_directive "alias"))
((call target: (identifier) @_directive (arguments . (alias) @source .)) @import
  (#any-of? @_directive "alias" "require" "use"))
((call target: (identifier) @_directive (arguments . (alias) @source)) @import
  (#any-of? @_directive "import"))
((call target: (identifier) @_directive (arguments . (dot
  left: (alias) @source
  right: (tuple (alias) @imported @import))))
  (#any-of? @_directive "alias" "require"))
