/**
 * The direction of data: scan → parse → chunk, text → embed → store → search, graph → format → cli, mcp.
 * A folder may import itself and the folders listed for it, nothing else under src/.
 */
const mayImport = {
  errors: [],
  assets: [],
  config: ["errors"],
  scan: ["errors", "config"],
  documents: ["errors", "scan"],
  parse: ["errors", "assets"],
  chunk: ["parse"],
  text: ["errors"],
  embed: ["errors", "assets", "config", "chunk", "text"],
  store: ["errors", "config", "scan", "parse", "chunk", "text", "embed"],
  search: ["errors", "assets", "config", "parse", "chunk", "text", "embed", "store"],
  graph: ["errors", "config", "parse", "store"],
  impact: ["errors", "config", "parse", "store", "graph"],
  index: ["errors", "assets", "config", "scan", "parse", "chunk", "text", "embed", "store", "search"],
  watch: ["errors", "assets", "config", "scan", "store", "index", "embed"],
  grep: ["errors", "assets", "config", "scan", "documents", "parse", "store"],
  status: ["errors", "config", "scan", "store", "embed", "search", "watch"],
  project: [
    "errors",
    "assets",
    "config",
    "scan",
    "documents",
    "parse",
    "chunk",
    "embed",
    "store",
    "search",
    "graph",
    "grep",
    "impact",
    "status",
    "watch",
  ],
  "graph-page": ["format"],
  format: ["errors", "search", "graph", "grep", "impact", "status", "scan", "parse", "chunk", "text", "store", "embed"],
};

const layers = Object.entries(mayImport).map(([folder, allowed]) => ({
  name: `layer-${folder}`,
  comment: `src/${folder} may import only: ${allowed.join(", ") || "nothing"}`,
  severity: "error",
  from: { path: `^src/${folder}(/|\\.ts$)`, pathNot: "\\.test\\.ts$" },
  to: { path: "^src/", pathNot: `^src/(${[folder, ...allowed].join("|")})(/|\\.ts$)` },
}));

module.exports = {
  forbidden: [{ name: "no-cycles", severity: "error", from: {}, to: { circular: true } }, ...layers],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node"] },
  },
};
