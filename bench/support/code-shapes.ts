/** Patterns of ast-grep by language, of every kind that its documentation names. */
export const astGrepPatterns: readonly { readonly language: string; readonly pattern: string }[] = [
  ...[
    "console.log($$$ARGS)",
    "$A && $A()",
    "function $NAME($$$ARGS) { $$$BODY }",
    "if ($COND) return $VALUE",
    "$OBJ.forEach($FN)",
  ].map((pattern) => ({ language: "javascript", pattern })),
  ...[
    "import { $$$NAMES } from $MODULE",
    "$X as $T",
    "export const $NAME = $VALUE",
    "async ($$$ARGS) => $BODY",
    "type $NAME = $TYPE",
  ].map((pattern) => ({ language: "typescript", pattern })),
  ...["useState($INIT)", "const [$GET, $SET] = $CALL", "<$TAG $$$ATTRS />"].map((pattern) => ({
    language: "tsx",
    pattern,
  })),
  ...[
    "def $F($$$ARGS): $$$BODY",
    "isinstance($X, $T)",
    "$X.get($KEY, $DEFAULT)",
    "raise $E($$$ARGS)",
    "with $A as $B: $$$BODY",
  ].map((pattern) => ({ language: "python", pattern })),
  ...["if err != nil { return $$$R }", "func $F($$$ARGS) $R { $$$BODY }", "defer $CALL", "$A := $B"].map((pattern) => ({
    language: "go",
    pattern,
  })),
  ...["$X.unwrap()", "match $E { $$$ARMS }", "impl $T for $S { $$$B }"].map((pattern) => ({
    language: "rust",
    pattern,
  })),
  ...["throw new $E($$$ARGS)", "return $X.$M($$$ARGS)", "if ($A == null) { $$$BODY }"].map((pattern) => ({
    language: "java",
    pattern,
  })),
  ...["if ($X == NULL) return $Y;", "return $F($$$ARGS);"].map((pattern) => ({ language: "c", pattern })),
];

/** Patterns of semgrep for Python. */
export const semgrepPatterns: readonly string[] = [
  "isinstance($X, $T)",
  "raise $E(...)",
  "$X.get($K, $D)",
  "def $F(...): ...",
  "class $C(...): ...",
  "assert $X == $Y",
  "{..., $K: $V, ...}",
  "[$X for $Y in $Z]",
  "lambda $X: $Y",
  "with $A as $B: ...",
  "return None",
  "$X is None",
  "$X is not None",
  "not $X in $Y",
  "from $M import $N",
  "$F(..., $K=True, ...)",
  "try: ...\nexcept $E: ...",
  "yield $X",
  "$X[$Y]",
  "print(...)",
];
