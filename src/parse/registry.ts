import type { LanguageId } from "./types.ts";

/** How comment lines look, to find the doc comment above a definition. */
export type CommentStyle = "slash" | "hash" | "dash" | "none";

/** One language: how its files are recognised, and what reads them. */
export interface Language {
  readonly id: LanguageId;
  readonly displayName: string;
  /** Endings of file names, lower case, with the dot. The longest that fits wins. */
  readonly extensions: readonly string[];
  /** Whole file names, lower case. */
  readonly fileNames: readonly string[];
  /** Folder below `grammars/` that holds the grammar, or null for text without one. */
  readonly grammar: string | null;
  /** Query files below `grammars/` in the order they are concatenated; a missing one is skipped. */
  readonly queries: readonly string[];
  /** Calls are resolved to definitions with the help of imports, scopes and types. */
  readonly fullTrace: boolean;
  readonly comments: CommentStyle;
}

type Details = Partial<Pick<Language, "fileNames" | "queries" | "fullTrace" | "comments">>;

/** A language with a grammar in the folder of its name. */
function code(id: LanguageId, displayName: string, extensions: string, details: Details = {}): Language {
  return {
    id,
    displayName,
    extensions: extensions.split(" "),
    fileNames: details.fileNames ?? [],
    grammar: id,
    queries: details.queries ?? ["definitions", "references", "imports", "locals"].map((name) => `${id}/${name}.scm`),
    fullTrace: details.fullTrace ?? false,
    comments: details.comments ?? "slash",
  };
}

/** A kind of text that is told apart for the counts of `status`, but read by lines or headings. */
function prose(id: LanguageId, displayName: string, extensions: string, fileNames: readonly string[] = []): Language {
  return {
    id,
    displayName,
    extensions: extensions === "" ? [] : extensions.split(" "),
    fileNames,
    grammar: null,
    queries: [],
    fullTrace: false,
    comments: "none",
  };
}

const ecmaScript = [
  "javascript/ecmascript-definitions.scm",
  "javascript/ecmascript-references.scm",
  "javascript/ecmascript-imports.scm",
  "javascript/ecmascript-locals.scm",
];
const typeScript = [
  "typescript/definitions.scm",
  "typescript/references.scm",
  "typescript/imports.scm",
  "typescript/locals.scm",
];

/** Read by lines: the language of every file that no other entry claims. */
export const plainText: Language = prose("text", "Text", ".txt .text .log .adoc .rst .org .tex");

/**
 * Every language known. A new one is an entry here and a folder in `grammars/`.
 * `.h` is read as C: headers that only C++ understands still yield their functions and types through recovery.
 */
export const languages: readonly Language[] = [
  code("go", "Go", ".go", { fullTrace: true }),
  code("typescript", "TypeScript", ".ts .mts .cts .d.ts", {
    fullTrace: true,
    queries: [...typeScript, ...ecmaScript],
  }),
  code("tsx", "TSX", ".tsx", { fullTrace: true, queries: [...typeScript, ...ecmaScript, "javascript/jsx.scm"] }),
  code("javascript", "JavaScript", ".js .mjs .cjs .jsx", {
    fullTrace: true,
    queries: [
      "javascript/definitions.scm",
      "javascript/references.scm",
      "javascript/locals.scm",
      ...ecmaScript,
      "javascript/jsx.scm",
    ],
  }),
  code("python", "Python", ".py .pyi .pyw .ipynb", {
    fullTrace: true,
    comments: "hash",
    fileNames: ["sconstruct", "wscript"],
  }),
  code("rust", "Rust", ".rs"),
  code("java", "Java", ".java"),
  code("c", "C", ".c .h"),
  code("cpp", "C++", ".cc .cpp .cxx .c++ .hh .hpp .hxx .h++ .ipp .inl .tpp"),
  code("csharp", "C#", ".cs .csx"),
  code("php", "PHP", ".php .phtml"),
  code("ruby", "Ruby", ".rb .rake .gemspec .ru", {
    comments: "hash",
    fileNames: ["rakefile", "gemfile", "guardfile", "podfile", "vagrantfile", "fastfile"],
  }),
  code("kotlin", "Kotlin", ".kt .kts"),
  code("swift", "Swift", ".swift"),
  code("scala", "Scala", ".scala .sc .sbt"),
  code("bash", "Shell", ".sh .bash .bats", {
    comments: "hash",
    fileNames: [".bashrc", ".bash_profile", ".profile", "pkgbuild"],
  }),
  code("lua", "Lua", ".lua", { comments: "dash" }),
  code("elixir", "Elixir", ".ex .exs", { comments: "hash" }),
  code("haskell", "Haskell", ".hs", { comments: "dash" }),
  code("zig", "Zig", ".zig .zon"),
  prose("markdown", "Markdown", ".md .markdown .mdx .mdown"),
  prose("json", "JSON", ".json .jsonc .json5 .jsonl .ndjson .geojson .webmanifest"),
  prose("yaml", "YAML", ".yaml .yml"),
  prose("toml", "TOML", ".toml", ["cargo.lock", "poetry.lock", "pipfile"]),
  prose("ini", "INI", ".ini .cfg .conf .properties .editorconfig", [".gitconfig", ".gitmodules", ".npmrc"]),
  prose("xml", "XML", ".xml .xsd .xsl .xslt .svg .plist .csproj .fsproj .vbproj .props .targets .pom .wsdl"),
  prose("html", "HTML", ".html .htm .xhtml"),
  prose("css", "CSS", ".css .scss .sass .less .styl"),
  prose("vue", "Vue", ".vue"),
  prose("svelte", "Svelte", ".svelte"),
  prose("sql", "SQL", ".sql .psql .ddl"),
  prose("graphql", "GraphQL", ".graphql .gql"),
  prose("protobuf", "Protocol Buffers", ".proto"),
  prose("terraform", "Terraform", ".tf .tfvars .hcl"),
  prose("dockerfile", "Dockerfile", ".dockerfile", ["dockerfile", "containerfile"]),
  prose("makefile", "Makefile", ".mk .mak", ["makefile", "gnumakefile"]),
  prose("cmake", "CMake", ".cmake", ["cmakelists.txt"]),
  prose("gradle", "Gradle", ".gradle .groovy", ["jenkinsfile"]),
  prose("powershell", "PowerShell", ".ps1 .psm1 .psd1"),
  prose("batch", "Batch", ".bat .cmd"),
  prose("dart", "Dart", ".dart"),
  prose("r", "R", ".r .rmd"),
  prose("julia", "Julia", ".jl"),
  prose("perl", "Perl", ".pl .pm"),
  prose("clojure", "Clojure", ".clj .cljs .cljc .edn"),
  prose("erlang", "Erlang", ".erl .hrl"),
  prose("ocaml", "OCaml", ".ml .mli"),
  prose("fsharp", "F#", ".fs .fsi .fsx"),
  prose("assembly", "Assembly", ".s .asm"),
  prose("nix", "Nix", ".nix"),
  prose("csv", "CSV", ".csv .tsv"),
  plainText,
];

const byId = new Map(languages.map((language) => [language.id, language]));
const byFileName = new Map(languages.flatMap((language) => language.fileNames.map((name) => [name, language])));
const byExtension = new Map(languages.flatMap((language) => language.extensions.map((ending) => [ending, language])));

const interpreters: ReadonlyMap<string, LanguageId> = new Map([
  ["sh", "bash"],
  ["bash", "bash"],
  ["dash", "bash"],
  ["ksh", "bash"],
  ["zsh", "bash"],
  ["python", "python"],
  ["node", "javascript"],
  ["deno", "typescript"],
  ["bun", "typescript"],
  ["ruby", "ruby"],
  ["php", "php"],
  ["lua", "lua"],
  ["elixir", "elixir"],
]);

/** The language named by a `#!` line, or null. */
function fromShebang(firstLine: string): Language | null {
  const words = /^#!\s*(\S+)(?:\s+(?:-\S+\s+)*(\S+))?/.exec(firstLine);
  if (words === null) return null;
  let program = words[1]?.split("/").at(-1) ?? "";
  if (program === "env") program = words[2] ?? "";
  const id = interpreters.get(program.replace(/[\d.]+$/, ""));
  return id === undefined ? null : (byId.get(id) ?? null);
}

/** The language of an id, or plain text for an unknown one. */
export function languageOf(id: LanguageId): Language {
  return byId.get(id) ?? plainText;
}

/**
 * The language of a file. The name decides; only a name without any known ending is judged by its `#!` line.
 * @param path relative or absolute, with `/`
 * @param firstLine the first line of its text where known
 */
export function detectLanguage(path: string, firstLine = ""): Language {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const named = byFileName.get(name);
  if (named !== undefined) return named;
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    const language = byExtension.get(name.slice(dot));
    if (language !== undefined) return language;
  }
  if (name.startsWith("dockerfile.") || name.startsWith("containerfile.")) return languageOf("dockerfile");
  return fromShebang(firstLine) ?? plainText;
}
