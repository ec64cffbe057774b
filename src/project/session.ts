import { projectPaths } from "../config/paths.ts";
import type { Config } from "../config/types.ts";
import { createEmbedder } from "../embed/create.ts";
import type { Embedder } from "../embed/types.ts";
import { projectFileReader } from "../graph/project-files.ts";
import { createSearcher, type Searcher } from "../search/searcher.ts";
import { openReader } from "../store/open.ts";
import type { StoreReader } from "../store/types.ts";

/**
 * A project as one configuration has it, each part made on first use. It stays open while anything uses it, also after
 * it was retired in favour of another.
 */
export class Session {
  readonly root: string;
  readonly config: Config;
  /** Tells two states of the configuration file apart. */
  readonly configStamp: string;
  readonly readProjectFile: ReturnType<typeof projectFileReader>;
  #reader: StoreReader | null = null;
  #embedder: Embedder | null = null;
  #searcher: Searcher | null = null;
  #users = 0;
  #isRetired = false;

  constructor(root: string, config: Config, configStamp: string) {
    this.root = root;
    this.config = config;
    this.configStamp = configStamp;
    this.readProjectFile = projectFileReader(root);
  }

  /** @throws GrepaiError INDEX_NOT_FOUND, INDEX_DAMAGED, INDEX_TOO_NEW, PERMISSION_DENIED */
  reader(): StoreReader {
    this.#reader ??= openReader(projectPaths(this.root).index);
    return this.#reader;
  }

  embedder(): Embedder {
    this.#embedder ??= createEmbedder(this.config.embedder);
    return this.#embedder;
  }

  /** @throws GrepaiError as {@link Session.reader} */
  searcher(): Searcher {
    this.#searcher ??= createSearcher({
      reader: this.reader(),
      embedder: this.embedder(),
      config: this.config,
      paths: projectPaths(this.root),
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
