import { closeSync, openSync, readSync } from "node:fs";
import { dirname, join } from "node:path";
import { entryStats } from "../config/file-stats.ts";
import { repositoryHolding } from "../config/git-repository.ts";
import { decodeText } from "./decode.ts";
import { IgnoreRules, isRuleFile } from "./ignore-rules.ts";
import { type ScanOptions, scanProject } from "./scan.ts";
import type { SkippedPath } from "./types.ts";

/** The files of a project that may hold text. */
export interface TextFiles {
  /** Relative to the root, `/`-separated. */
  readonly paths: readonly string[];
  readonly skipped: readonly SkippedPath[];
}

const headBytes = 8_000;
/** File systems tell times so coarsely that a second change within this time may leave the same stamp. */
const settledMs = 1_000;

/** Whether a file that is binary by its name holds text after all, such as an SVG picture. */
function holdsText(path: string): boolean {
  try {
    const descriptor = openSync(path, "r");
    try {
      const head = Buffer.alloc(headBytes);
      const length = readSync(descriptor, head, 0, headBytes, 0);
      return decodeText(head.subarray(0, length)).kind === "text";
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}

interface Stamp {
  readonly text: string;
  /** When it changed last, in milliseconds since the epoch. */
  readonly time: number;
}

const absent: Stamp = { text: "", time: 0 };

function stampOf(path: string): Stamp {
  try {
    const stats = entryStats(path);
    if (stats === undefined) return absent;
    const { mtimeMs, ctimeMs, ino, size, mode } = stats;
    return { text: `${mtimeMs}:${ctimeMs}:${ino}:${size}:${mode}`, time: Math.max(mtimeMs, ctimeMs) };
  } catch {
    return { text: "unreadable", time: 0 };
  }
}

interface Remembered {
  readonly files: TextFiles;
  /** Everything that the list depends on, by absolute path. */
  readonly stamps: ReadonlyMap<string, string>;
}

/**
 * Lists the files of a project as they are on disk, again and again. Which files there are changes only with the folders
 * they are in and with ignore files, so that looking at these suffices to know that a list still holds.
 */
export class TextFileLister {
  readonly root: string;
  readonly #config: ScanOptions["config"];
  readonly #settledMs: number;
  #remembered: Remembered | null = null;

  /**
   * @param root absolute path of the project, links resolved
   * @param settled age in milliseconds from which on the stamp of a folder can be relied on
   */
  constructor(root: string, config: ScanOptions["config"], settled = settledMs) {
    this.#settledMs = settled;
    this.root = root;
    this.#config = config;
  }

  /**
   * @param place a file or folder, relative; "" for the whole project
   * @throws GrepaiError as {@link scanProject}
   */
  async list(place: string, signal: AbortSignal): Promise<TextFiles> {
    if (place !== "") return (await this.#scan(place, signal)).files;
    const known = this.#remembered;
    if (known !== null && [...known.stamps].every(([path, text]) => stampOf(path).text === text)) return known.files;
    const startedAt = Date.now();
    const { files, watched } = await this.#scan("", signal);
    const stamps = new Map(watched.map((path) => [path, stampOf(path)]));
    const isSettled = [...stamps.values()].every(({ time }) => time < startedAt - this.#settledMs);
    this.#remembered = isSettled
      ? { files, stamps: new Map([...stamps].map(([path, { text }]) => [path, text])) }
      : null;
    return files;
  }

  async #scan(place: string, signal: AbortSignal): Promise<{ files: TextFiles; watched: readonly string[] }> {
    const { root } = this;
    const rules = new IgnoreRules(root, this.#config);
    const watched: string[] = [...rules.outsideFiles(), ...this.#gitFiles(), ...this.#foldersAbove()];
    const scanned = await scanProject(root, {
      config: this.#config,
      purpose: "text",
      rules,
      scope: place === "" ? "all" : [place],
      signal,
      onFolder: (path, names) => {
        watched.push(join(root, path));
        for (const name of names) if (isRuleFile(name)) watched.push(join(root, path, name));
      },
    });
    const paths = scanned.files.map(({ path }) => path);
    const skipped = scanned.skipped.filter(({ path, reason }) => {
      if (reason !== "binary") return true;
      watched.push(join(root, path));
      if (!holdsText(join(root, path))) return true;
      paths.push(path);
      return false;
    });
    return { files: { paths, skipped }, watched };
  }

  /** What says which files git tracks, and which of its settings hold. */
  #gitFiles(): readonly string[] {
    const repository = repositoryHolding(this.root);
    if (repository === null) return [];
    return [join(repository.gitDir, "index"), join(repository.gitDir, "config"), join(repository.commonDir, "config")];
  }

  /** A repository or ignore file may come to be in any of them. */
  #foldersAbove(): readonly string[] {
    const folders: string[] = [];
    for (let folder = dirname(this.root); ; folder = dirname(folder)) {
      folders.push(join(folder, ".git"), join(folder, ".gitignore"));
      if (dirname(folder) === folder) return folders;
    }
  }
}
