import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { shippedPath } from "../assets.ts";
import { defaultConfig } from "./defaults.ts";
import { loadConfig, parseConfig } from "./load.ts";
import { projectPaths } from "./paths.ts";
import { writeDefaultConfig } from "./write.ts";

const parse = (text: string, env: Record<string, string> = {}) => parseConfig(text, "config.yaml", env);
const fails = (text: string, ...parts: readonly string[]) =>
  expect(() => parse(text)).toThrow(
    expect.objectContaining({
      code: "INVALID_CONFIG",
      message: expect.stringMatching(
        new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*"), "s"),
      ),
    }),
  );

describe("parseConfig", () => {
  it("takes the defaults for what is left out, also in a file of comments", () => {
    expect(parse("").config).toEqual(defaultConfig);
    expect(parse("# nothing\n")).toEqual({ config: defaultConfig, warnings: [] });
  });

  it("has an example file that documents the defaults as they are", () => {
    const text = readFileSync(shippedPath(".grepai.example.yaml"), "utf8");
    expect(parse(text)).toEqual({ config: defaultConfig, warnings: [] });
  });

  it("names file, line, key, what was found and what is allowed", () => {
    fails(
      "version: 1\nchunking:\n  size: many\n",
      "config.yaml:3",
      "chunking.size",
      '"many"',
      "number",
      ".grepai.example.yaml",
    );
    fails("chunking:\n  size: 3\n", "config.yaml:2", "at least 64");
    fails("embedder:\n  provider: clouds\n", "config.yaml:2", "embedder.provider", "static, ollama, openai");
    fails("ignore: 7\n", "config.yaml:1", "ignore is 7", "array");
    fails("version: 2\n", "config.yaml:1", "version");
    fails("- a\n- b\n", "the file");
    fails("chunking: { size: 100, overlap: 90 }\n", "config.yaml:1", "chunking.overlap", "half");
    fails("embedder:\n  endpoint: localhost\n", "config.yaml:2", "endpoint", "http://localhost:11434");
    fails("a: [1\nb: 2\n", "config.yaml:", "not valid YAML");
  });

  it("warns of unknown keys with the one that was meant, and goes on", () => {
    const { config, warnings } = parse("chunking:\n  sise: 300\n  overlap: 20\nwatsh: {}\n");
    expect(config.chunking).toEqual({ sizeTokens: 512, overlapTokens: 20 });
    expect(warnings).toEqual([
      "config.yaml:2: unknown key chunking.sise; did you mean size?",
      "config.yaml:4: unknown key watsh; did you mean watch?",
    ]);
    // A colon with nothing before it makes a key without a name.
    const unnamed = parse("search:\n  boost:\n    bonuses:\n      - { pattern: a, : b, factor: 2 }\n: 1\n");
    expect(unnamed.config.search.boost.bonuses).toEqual([{ pattern: "a", factor: 2 }]);
    expect(unnamed.warnings).toHaveLength(2);
  });

  it("takes a key without a value for one that is left out", () => {
    expect(parse("embedder:\n  # provider: ollama\nchunking:\n  size:\nignore:\n")).toEqual({
      config: defaultConfig,
      warnings: [],
    });
    expect(parse("watsh:\n").warnings).toEqual(["config.yaml:1: unknown key watsh; did you mean watch?"]);
  });

  it("takes a file of the Go tool of the same name", () => {
    const { config, warnings } = parse(`version: 1
embedder:
  provider: ollama
  model: nomic-embed-text
  endpoint: http://localhost:11434
  api_key: secret-value
  dimensions: 768
  parallelism: 0
store:
  backend: gob
chunking:
  size: 400
  overlap: 40
watch:
  debounce_ms: 500
  last_index_time: 2026-01-01T00:00:00Z
search:
  boost:
    enabled: true
    penalties: [{pattern: /tests/, factor: 0.5}]
    bonuses: [{pattern: /src/, factor: 1.1}]
  hybrid: {enabled: false, k: 60}
  dedup: {enabled: true}
trace:
  mode: fast
  enabled_languages: [.go]
  exclude_patterns: ["*_test.go"]
rpg: {enabled: false}
update: {check_on_startup: false}
ignore: [.git, node_modules]
external_gitignore: ~/.gitignore
`);
    expect(config).toMatchObject({
      embedder: {
        provider: "ollama",
        model: "nomic-embed-text",
        endpoint: "http://localhost:11434",
        dimensions: 768,
        parallelism: 4,
      },
      chunking: { sizeTokens: 400, overlapTokens: 40 },
      watch: { debounceMs: 500 },
      search: { hybrid: { enabled: false }, boost: { bonuses: [{ pattern: "/src/", factor: 1.1 }] } },
      trace: { enabledLanguages: [".go"], excludePatterns: ["*_test.go"] },
      ignore: [".git", "node_modules"],
      externalGitignore: "~/.gitignore",
    });
    const all = warnings.join("\n");
    expect(all).toContain("embedder.api_key, rpg, update, trace.mode, watch.last_index_time have no effect");
    expect(all).toContain("OPENAI_API_KEY");
    expect(all).toContain("store.backend gob");
    expect(all).not.toContain("secret-value");
  });

  it("knows where providers listen", () => {
    const endpoint = (text: string, env = {}) => parse(text, env).config.embedder.endpoint;
    expect(endpoint("embedder: {provider: static}")).toBeNull();
    expect(endpoint("embedder: {provider: ollama}")).toBe("http://localhost:11434");
    expect(endpoint("embedder: {provider: ollama}", { OLLAMA_HOST: "box" })).toBe("http://box:11434");
    expect(endpoint("embedder: {provider: ollama}", { OLLAMA_HOST: "0.0.0.0:1234" })).toBe("http://127.0.0.1:1234");
    expect(endpoint("embedder: {provider: ollama, endpoint: 'http://a:1/'}", { OLLAMA_HOST: "box" })).toBe(
      "http://a:1",
    );
    expect(parse("embedder: {provider: lmstudio, model: m}").config.embedder).toMatchObject({
      provider: "openai",
      endpoint: "http://127.0.0.1:1234/v1",
    });
    expect(parse("embedder: {provider: lmstudio, endpoint: 'http://127.0.0.1:5000'}").config.embedder).toMatchObject({
      model: "text-embedding-nomic-embed-text-v1.5",
      endpoint: "http://127.0.0.1:5000/v1",
    });
    expect(parse("embedder: {provider: openrouter}").config.embedder).toMatchObject({
      provider: "openai",
      model: "openai/text-embedding-3-small",
      endpoint: "https://openrouter.ai/api/v1",
    });
    fails("embedder: {provider: voyageai}", "voyageai", "openai with its endpoint");
  });
});

describe("the configuration of a project", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "grepai-config-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it("is made once, for its owner alone, and left as it is afterwards", () => {
    const paths = projectPaths(root);
    expect(writeDefaultConfig(root, { provider: "ollama", model: null })).toBe(paths.config);
    expect(loadConfig(root, {}).config.embedder).toMatchObject({ provider: "ollama", model: "nomic-embed-text" });
    expect(statSync(paths.folder).mode & 0o777).toBe(0o700);
    expect(statSync(paths.config).mode & 0o777).toBe(0o600);
    expect(readFileSync(paths.gitignore, "utf8")).toBe("*\n");
    expect(writeDefaultConfig(root, { provider: "static", model: null })).toBeNull();
    expect(loadConfig(root, {}).config.embedder.provider).toBe("ollama");
  });

  it("is the default without a file, and tells of another tool's index", () => {
    expect(loadConfig(root, {})).toEqual({ config: defaultConfig, warnings: [] });
    writeDefaultConfig(root, { provider: "static", model: null });
    writeFileSync(projectPaths(root).foreignIndex, "");
    expect(loadConfig(root, {}).warnings).toEqual([expect.stringContaining("left alone")]);
  });

  it("warns of an excludes file that does not exist", () => {
    writeDefaultConfig(root, { provider: "static", model: null });
    writeFileSync(projectPaths(root).config, "external_gitignore: ./more-excludes\n");
    expect(loadConfig(root, {}).warnings).toEqual([expect.stringContaining("./more-excludes does not exist")]);
    writeFileSync(join(root, "more-excludes"), "");
    expect(loadConfig(root, {}).warnings).toEqual([]);
  });
});
