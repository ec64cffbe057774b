; Every command may be a function of the project; words of the shell itself are left out.
((command name: (command_name (word) @reference.call))
  (#not-any-of? @reference.call
    "." "source" "set" "echo" "printf" "cd" "exit" "return" "shift" "true" "false" "test" "read" "local" "eval"
    "exec" "trap" "alias" "unset" "export" "break" "continue" "wait" "kill" "cat" "grep" "sed" "awk" "rm" "mkdir"
    "cp" "mv" "ls" "command" "type" "let" "getopts" "shopt" "umask" "pushd" "popd" "builtin" "declare" "readonly"
    ":" "["))

; Functions handed on: trap on_exit EXIT, retry 3 restart_service, export -f helper
((command name: (command_name) argument: (word) @reference.value)
  (#match? @reference.value "^[A-Za-z_][A-Za-z0-9_]*_[A-Za-z0-9_]*$"))
