(import !names module: (module) @source alias: (module) @alias) @import
(import !names !alias module: (module) @source) @import
(import module: (module) @source names: (import_list name: (import_name [
  variable: (variable) @imported
  type: (name) @imported
  variable: (prefix_id (operator) @imported)
]))) @import
