import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** Name of the folder that holds everything of ours inside a project. */
const projectFolderName = ".grepai";

/** Absolute paths of our files inside one project. */
export interface ProjectPaths {
  /** `.grepai` */
  readonly folder: string;
  readonly config: string;
  /** The database, the one truth. */
  readonly index: string;
  /** Search index derived from the database. */
  readonly snapshot: string;
  /** HNSW graph derived from the database. */
  readonly hnsw: string;
  /** Who watches this project. */
  readonly daemon: string;
  /** What the watching process says while it runs in the background. */
  readonly log: string;
  /** Held by the process that indexes. */
  readonly lock: string;
  /** Keeps git away from the folder. */
  readonly gitignore: string;
  /** Index of the Go tool of the same name, which is left alone. */
  readonly foreignIndex: string;
}

/** @param root absolute path of the project */
export function projectPaths(root: string): ProjectPaths {
  const folder = join(root, projectFolderName);
  return {
    folder,
    config: join(folder, "config.yaml"),
    index: join(folder, "index.db"),
    snapshot: join(folder, "search.snapshot"),
    hnsw: join(folder, "vectors.hnsw"),
    daemon: join(folder, "daemon.json"),
    log: join(folder, "watch.log"),
    lock: join(folder, "index.lock"),
    gitignore: join(folder, ".gitignore"),
    foreignIndex: join(folder, "index.gob"),
  };
}

/**
 * Where `external_gitignore` of the configuration points.
 * @param written relative to the project, absolute, or below the home folder with `~`
 */
export function externalGitignorePath(root: string, written: string, home: string = homedir()): string {
  return resolve(
    root,
    written.replace(/^~(?=$|\/)/, () => home),
  );
}
