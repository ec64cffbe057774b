import { existsSync, readFileSync } from "node:fs";
import { type Document, isNode, LineCounter, type ParsedNode, parseDocument } from "yaml";
import type { z } from "zod";
import { GrepaiError, messageOf } from "../errors.ts";
import { defaultConfig } from "./defaults.ts";
import { externalGitignorePath, projectPaths } from "./paths.ts";
import { completeConfig, type FileConfig, fileSchema, foreignKeys } from "./schema.ts";
import type { Config } from "./types.ts";

export interface LoadedConfig {
  readonly config: Config;
  /** What is in the file but has no effect, for people. */
  readonly warnings: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The configuration of a project; the defaults where there is no file.
 * @throws GrepaiError INVALID_CONFIG naming file, line, key and remedy; PERMISSION_DENIED
 */
export function loadConfig(root: string, env: Environment = process.env): LoadedConfig {
  const { config: path, foreignIndex, index } = projectPaths(root);
  if (!existsSync(path)) return { config: completeConfig({}, env), warnings: [] };
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new GrepaiError("PERMISSION_DENIED", `Cannot read ${path}: ${messageOf(error)}`, { cause: error });
  }
  const { config, warnings } = parseConfig(text, path, env);
  const remarks: string[] = [];
  if (existsSync(foreignIndex) && !existsSync(index)) {
    remarks.push(
      `${foreignIndex} is the index of another grepai and is left alone; the index is built anew in our own format.`,
    );
  }
  if (config.externalGitignore !== null && !existsSync(externalGitignorePath(root, config.externalGitignore))) {
    remarks.push(`${path}: external_gitignore ${config.externalGitignore} does not exist and has no effect`);
  }
  return { config, warnings: [...warnings, ...remarks] };
}

/**
 * Reads a configuration from text.
 * @param path shown in messages
 * @throws GrepaiError INVALID_CONFIG
 */
export function parseConfig(text: string, path: string, env: Environment): LoadedConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line } = lines.linePos(fault.pos[0]);
    throw new GrepaiError(
      "INVALID_CONFIG",
      `${path}:${line}: not valid YAML: ${fault.message}. Mend the line, or delete the file to have the defaults.`,
    );
  }
  const warnings: string[] = [];
  const foreign = foreignKeys.filter((key) => document.hasIn(key.split(".")));
  if (foreign.length > 0) {
    warnings.push(`${path}: ${foreign.join(", ")} ${foreign.length === 1 ? "has" : "have"} no effect here`);
    if (foreign.includes("embedder.api_key")) {
      warnings.push(
        `${path}: API keys are read from the environment alone: set OPENAI_API_KEY and remove embedder.api_key`,
      );
    }
    for (const key of foreign) document.deleteIn(key.split("."));
  }
  const file = validate(document, path, lines, warnings);
  const { backend } = file.store ?? {};
  if (backend !== undefined && backend !== "sqlite") {
    warnings.push(`${path}: store.backend ${backend} is not used here; the index is kept in SQLite`);
  }
  const config = completeConfig(file, env);
  const { sizeTokens, overlapTokens } = config.chunking;
  if (overlapTokens * 2 > sizeTokens) {
    const place = placeOf(document, ["chunking", "overlap"], path, lines);
    throw new GrepaiError(
      "INVALID_CONFIG",
      `${place}: chunking.overlap is ${overlapTokens}: must be at most half of chunking.size (${sizeTokens}).`,
    );
  }
  if (config.search.hybrid.k !== defaultConfig.search.hybrid.k) {
    warnings.push(`${path}: search.hybrid.k has no effect: scores are fused, not ranks`);
  }
  return { config, warnings };
}

/** Checks the document; unknown keys become warnings and are left out. */
function validate(document: Document, path: string, lines: LineCounter, warnings: string[]): FileConfig {
  const contents = contentsOf(document);
  const result = fileSchema.safeParse(contents);
  if (result.success) return result.data;
  let isOnlyUnknown = true;
  for (const issue of result.error.issues) {
    if (issue.code !== "unrecognized_keys") {
      isOnlyUnknown = false;
      continue;
    }
    for (const name of issue.keys) {
      const key = [...issue.path, name];
      warnings.push(
        `${placeOf(document, key, path, lines)}: unknown key ${key.join(".")}${suggestion(name, issue.path)}`,
      );
      removeKey(contents, issue.path, name);
    }
  }
  if (isOnlyUnknown) return fileSchema.parse(contents);
  const messages = result.error.issues
    .filter((issue) => issue.code !== "unrecognized_keys")
    .map((issue) => `${placeOf(document, issue.path, path, lines)}: ${describe(issue, document)}`);
  throw new GrepaiError(
    "INVALID_CONFIG",
    `${messages.join("; ")}. Correct it, or remove the key to have its default; every key is described in .grepai.example.yaml.`,
  );
}

/** The document as plain values. A key without a value is as good as left out: its own keys may be commented out. */
function contentsOf(document: Document): unknown {
  // A file of comments alone is an empty one.
  return nullsAsMissing(document.toJS() ?? {});
}

/** Takes a key out of the object at a path. */
function removeKey(contents: unknown, path: readonly PropertyKey[], name: string): void {
  let parent = contents;
  for (const part of path) parent = (parent as Record<PropertyKey, unknown>)[part];
  delete (parent as Record<string, unknown>)[name];
}

function nullsAsMissing(value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, nullsAsMissing(entry)]));
}

function describe(issue: z.core.$ZodIssue, document: Document): string {
  const key = issue.path.join(".") || "the file";
  const found: unknown = issue.path.length === 0 ? document.toJS() : document.getIn(issue.path);
  const shown = isNode(found) ? JSON.stringify(found.toJSON()) : JSON.stringify(found);
  return `${key} is ${shown ?? "missing"}: ${allowed(issue)}`;
}

function allowed(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "too_small":
      return `must be at least ${issue.minimum}`;
    case "too_big":
      return `must be at most ${issue.maximum}`;
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`;
    case "invalid_type":
      return `must be ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
    default:
      return issue.message;
  }
}

function placeOf(document: Document, key: readonly PropertyKey[], path: string, lines: LineCounter): string {
  for (let length = key.length; length > 0; length--) {
    const node = document.getIn(key.slice(0, length), true);
    const range = isNode(node) ? (node as ParsedNode).range : null;
    if (range) return `${path}:${lines.linePos(range[0]).line}`;
  }
  return path;
}

/** Names a known key that differs by at most two letters. */
function suggestion(name: string, parent: readonly PropertyKey[]): string {
  let shape: unknown = fileSchema;
  for (const part of parent) shape = shapeOf(shape)?.[String(part)];
  const near = Object.keys(shapeOf(shape) ?? {}).find((candidate) => editDistance(candidate, name) <= 2);
  return near === undefined ? "; it has no effect" : `; did you mean ${near}?`;
}

function shapeOf(schema: unknown): Readonly<Record<string, unknown>> | null {
  const inner =
    typeof schema === "object" && schema !== null && "unwrap" in schema ? (schema.unwrap as () => unknown)() : schema;
  return typeof inner === "object" && inner !== null && "shape" in inner
    ? (inner.shape as Record<string, unknown>)
    : null;
}

/** Levenshtein's distance, one row at a time. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
