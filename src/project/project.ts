import type { AccessMode, Confidence, Direction, GraphAnswer, TraceAnswer } from "../graph/types.ts";
import type { GrepBudget } from "../grep/grep.ts";
import type { GrepAnswer, GrepRequest } from "../grep/types.ts";
import type { ImpactAnswer } from "../impact/types.ts";
import type { SearchAnswer, SearchMode, TestPolicy, TokenBudget } from "../search/types.ts";
import type { StatusReport } from "../status/types.ts";

/** A search as a user or an assistant asks for it. */
export interface ProjectQuery {
  /** May be empty when `like` is given. */
  readonly query: string;
  /** A place as `file:line`, to find code like that which stands there; null for a search by the query alone. */
  readonly like: string | null;
  /** With `like`: also show what is nearly a copy. */
  readonly withCopies: boolean;
  /** 1..100 */
  readonly limit: number;
  /** Null for what the configuration says: hybrid, or semantic where `search.hybrid.enabled` is false. */
  readonly mode: SearchMode | null;
  /** Folders, files or globs in any spelling: relative, `./`, absolute within the project. Empty means everywhere. */
  readonly paths: readonly string[];
  /** Ids or usual names of languages. Empty means all. */
  readonly languages: readonly string[];
  /** Kinds of symbols, by name. Empty means all. */
  readonly kinds: readonly string[];
  readonly tests: TestPolicy;
  readonly budget: TokenBudget | null;
  readonly signal?: AbortSignal;
}

/** A text or structural search as a user or an assistant asks for it. */
export interface ProjectGrep extends Omit<GrepRequest, "languages"> {
  /** Ids or usual names of languages. Empty means all. */
  readonly languages: readonly string[];
  readonly budget: GrepBudget;
  readonly signal?: AbortSignal;
}

/** A trace as a user or an assistant asks for it. */
export interface TraceQuery {
  /** `name`, `Type.method`, `package.function`, `path/file.ts:name` or `path/file.ts:42`. */
  readonly symbol: string;
  /** Which of several definitions is meant: `path/file.ts:42`, a path, or a longer name; null for all. */
  readonly definition: string | null;
  /** Folders, files or globs in any spelling that what is shown must lie in. Empty means everywhere. */
  readonly paths: readonly string[];
  readonly includesTests: boolean;
  /** Edges that are less sure are left out. */
  readonly minConfidence: Confidence;
  readonly signal?: AbortSignal;
}

export interface ListQuery extends TraceQuery {
  /** Rows at most; null for all. */
  readonly limit: number | null;
}

export interface GraphQuery extends TraceQuery {
  /** Levels, from 1. */
  readonly depth: number;
  readonly direction: Direction;
  /** Different symbols at most. */
  readonly maxNodes: number;
}

/** A question for what a change reaches. */
export interface ImpactQuery {
  /** A revision to compare the working tree with; null for HEAD. Not together with `isStaged`. */
  readonly since: string | null;
  /** Only what is staged. */
  readonly isStaged: boolean;
  /** Files, folders or globs: alone, all of their symbols count as changed; with a diff they narrow it down. */
  readonly files: readonly string[];
  readonly includesTests: boolean;
  readonly minConfidence: Confidence;
  /** Calls between a changed symbol and the farthest shown, from 1. */
  readonly depth: number;
  /** Affected symbols at most. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/**
 * One project opened for reading. Every call sees what was committed last, also by another process, and an index that
 * was made, deleted or replaced since the call before. Calls may overlap.
 */
export interface Project {
  /**
   * @throws GrepaiError INDEX_NOT_FOUND, INDEX_DAMAGED, INDEX_TOO_NEW, MODEL_MISMATCH, EMBEDDER_UNAVAILABLE,
   * INVALID_PARAMETERS for an unknown language or kind, or a path that no indexed file is in, PATH_OUTSIDE_PROJECT, CANCELLED
   */
  search(query: ProjectQuery): Promise<SearchAnswer>;
  /** @throws GrepaiError SYMBOL_NOT_FOUND, and as {@link Project.search} */
  callers(query: ListQuery): Promise<TraceAnswer>;
  /** @throws GrepaiError SYMBOL_NOT_FOUND, and as {@link Project.search} */
  callees(query: ListQuery): Promise<TraceAnswer>;
  /** Who reads or writes data. @throws GrepaiError SYMBOL_NOT_FOUND, and as {@link Project.search} */
  accesses(mode: AccessMode, query: ListQuery): Promise<TraceAnswer>;
  /** @throws GrepaiError SYMBOL_NOT_FOUND, and as {@link Project.search} */
  graph(query: GraphQuery): Promise<GraphAnswer>;
  /**
   * Searches the files on disk; an index is not needed.
   * @throws GrepaiError as {@link grep}, and INVALID_PARAMETERS for an unknown language
   */
  grep(query: ProjectGrep): Promise<GrepAnswer>;
  /**
   * What changed and all that calls it.
   * @throws GrepaiError INVALID_PARAMETERS where there is no git repository, no such revision or no such file,
   * ENGINE_UNAVAILABLE without git, TIMEOUT, and as {@link Project.search}
   */
  impact(query: ImpactQuery): Promise<ImpactAnswer>;
  /** Also for a project without index or with a damaged one. @throws GrepaiError INVALID_CONFIG, CANCELLED */
  status(options: { readonly isVerbose: boolean; readonly signal?: AbortSignal }): Promise<StatusReport>;
  close(): void;
}
