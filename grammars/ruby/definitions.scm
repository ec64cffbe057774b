(module name: [(constant) @name (scope_resolution) @name]) @definition.module
(class name: [(constant) @name (scope_resolution) @name]) @definition.class
(class
  name: [(constant) @name (scope_resolution) @name]
  superclass: (superclass [(constant) @base (scope_resolution) @base])) @definition.class
((class
  name: [(constant) @name (scope_resolution) @name]
  body: (body_statement (call
    !receiver
    method: (identifier) @_mixin
    arguments: (argument_list [(constant) @base (scope_resolution) @base])))) @definition.class
  (#any-of? @_mixin "include" "prepend"))
; Point = Struct.new(:x, :y), Error = Class.new(StandardError)
((assignment
  left: (constant) @name
  right: (call receiver: (constant) @_maker method: (identifier) @_new)) @definition.class
  (#any-of? @_maker "Struct" "Class" "Data")
  (#any-of? @_new "new" "define"))

(method name: (_) @name) @definition.method
(singleton_method object: (self) name: (_) @name) @definition.method
(singleton_method object: [(constant) (identifier)] @scope name: (_) @name) @definition.method
(alias name: (_) @name) @definition.method

; Methods made by the class body: attr_reader :a, define_method(:b), alias_method :c, :d
((call
  !receiver
  method: (identifier) @_maker
  arguments: (argument_list (simple_symbol) @name @definition.property))
  (#any-of? @_maker "attr_reader" "attr_writer" "attr_accessor"))
((call
  !receiver
  method: (identifier) @_maker
  arguments: (argument_list . (simple_symbol) @name)) @definition.method
  (#any-of? @_maker "define_method" "alias_method"))

(assignment left: (constant) @name) @definition.constant
