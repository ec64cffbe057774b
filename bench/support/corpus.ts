import { cpSync, mkdirSync, mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";

/** Kinds of files that count as source here. */
const sourceExtensions: ReadonlySet<string> = new Set(
  ".go .ts .tsx .js .mjs .cjs .jsx .py .rs .java .c .h .cc .cpp .hpp .cs .php .rb .kt .swift .scala .sh .lua .ex .hs .zig".split(
    " ",
  ),
);

function* sourceFiles(folder: string, prefix = ""): Generator<string> {
  const entries = readdirSync(join(folder, prefix), { withFileTypes: true });
  for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== ".git" && entry.name !== "node_modules" && entry.name !== "testdata") {
      yield* sourceFiles(folder, path);
    } else if (entry.isFile() && sourceExtensions.has(extname(entry.name))) {
      yield path;
    }
  }
}

export interface Corpus {
  readonly root: string;
  /** Relative to the root. */
  readonly files: readonly string[];
  readonly bytes: number;
}

/**
 * Copies source files from `from` into a temporary project until one of the bounds is reached; over and over under
 * numbered folders where the source is too small.
 */
export function makeCorpus(from: string, bounds: { readonly bytes?: number; readonly files?: number }): Corpus {
  const root = mkdtempSync(join(tmpdir(), "grepai-bench-"));
  mkdirSync(join(root, ".git"));
  const files: string[] = [];
  let bytes = 0;
  const isFull = () =>
    bytes >= (bounds.bytes ?? Number.POSITIVE_INFINITY) || files.length >= (bounds.files ?? Number.POSITIVE_INFINITY);
  for (let round = 0; !isFull(); round++) {
    const before = files.length;
    for (const path of sourceFiles(from)) {
      const size = statSync(join(from, path)).size;
      if (size === 0 || size > 1_000_000) continue;
      const target = round === 0 ? path : `copy${round}/${path}`;
      mkdirSync(dirname(join(root, target)), { recursive: true });
      cpSync(join(from, path), join(root, target));
      files.push(target);
      bytes += size;
      if (isFull()) break;
    }
    if (files.length === before) throw new Error(`${from} holds no source files`);
    if (bounds.bytes === undefined && bounds.files === undefined) break;
  }
  return { root, files, bytes };
}
