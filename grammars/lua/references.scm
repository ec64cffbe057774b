((function_call name: (identifier) @reference.call)
  (#not-any-of? @reference.call
    "require" "pairs" "ipairs" "print" "type" "tostring" "tonumber" "setmetatable" "getmetatable" "pcall" "error"
    "assert" "select" "unpack" "rawget" "rawset" "next"))
(function_call name: (dot_index_expression table: (_) @receiver field: (identifier) @reference.call))
(function_call name: (method_index_expression table: (_) @receiver method: (identifier) @reference.call))

(arguments (identifier) @reference.value)
(arguments (dot_index_expression table: (identifier) @receiver field: (identifier) @reference.value))
(field value: (identifier) @reference.value)
(field value: (dot_index_expression table: (identifier) @receiver field: (identifier) @reference.value))
(assignment_statement (expression_list . value: (identifier) @reference.value))
