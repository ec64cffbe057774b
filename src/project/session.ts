import { projectPaths } from "../config/paths.ts";
import type { Config } from "../config/types.ts";
import { createEmbedder } from "../embed/create.ts";
import type { CheckedEmbedder } from "../embed/types.ts";
import { projectFileReader } from "../graph/project-files.ts";
import { TextFileLister } from "../scan/text-files.ts";
import { createSearcher, type Searcher } from "../search/search.ts";
import { openReader } from "../store/open.ts";
import { projectLockHolder } from "../store/project-lock.ts";
import type { StoreReader } from "../store/types.ts";

export interface SessionParts {
  /** Absolute. */
  readonly root: string;
  readonly config: Config;
  /** Tells two states of the configuration file apart. */
  readonly configStamp: string;
  /** Many queries will come, so that building larger search structures pays. */
  readonly isLongLived: boolean;
}

/**
 * A project as one configuration has it, each part made on first use. It stays open while anything uses it, also after
 * it was retired in favour of another.
 */
export class Session {
  readonly root: string;
  readonly config: Config;
  readonly configStamp: string;
  readonly readProjectFile: ReturnType<typeof projectFileReader>;
  readonly textFiles: TextFileLister;
  readonly #isLongLived: boolean;
  #reader: StoreReader | null = null;
  #embedder: CheckedEmbedder | null = null;
  #searcher: Searcher | null = null;
  #users = 0;
  #isRetired = false;

  constructor(parts: SessionParts) {
    const { root } = parts;
    this.root = root;
    this.config = parts.config;
    this.configStamp = parts.configStamp;
    this.textFiles = new TextFileLister(root, parts.config);
    this.#isLongLived = parts.isLongLived;
    this.readProjectFile = projectFileReader(root);
  }

  /** @throws GrepaiError INDEX_NOT_FOUND, INDEX_DAMAGED, INDEX_TOO_NEW, PERMISSION_DENIED */
  reader(): StoreReader {
    const paths = projectPaths(this.root);
    this.#reader ??= openReader(paths.index, { isHeld: () => projectLockHolder(paths) !== null });
    return this.#reader;
  }

  /** @throws GrepaiError INVALID_CONFIG */
  embedder(): CheckedEmbedder {
    this.#embedder ??= createEmbedder(this.config.embedder, { projectRoot: this.root, env: process.env });
    return this.#embedder;
  }

  /** @throws GrepaiError as {@link Session.reader} */
  searcher(): Searcher {
    const paths = projectPaths(this.root);
    this.#searcher ??= createSearcher({
      store: this.reader(),
      embedder: this.embedder(),
      config: this.config,
      snapshotPath: paths.snapshot,
      graphPath: this.#isLongLived ? paths.hnsw : null,
    });
    return this.#searcher;
  }

  /** Keeps the session open while `work` runs. */
  async use<T>(work: (session: Session) => T | Promise<T>): Promise<T> {
    this.#users++;
    try {
      return await work(this);
    } finally {
      this.#users--;
      this.#closeIfUnused();
    }
  }

  /** Closes once nothing uses it any more. */
  retire(): void {
    this.#isRetired = true;
    this.#closeIfUnused();
  }

  #closeIfUnused(): void {
    if (!this.#isRetired || this.#users > 0) return;
    this.#searcher?.close();
    this.#searcher = null;
    this.#reader?.close();
    this.#reader = null;
  }
}
