import { existsSync } from "node:fs";
import { targetStats } from "../config/file-stats.ts";
import { loadConfig } from "../config/load.ts";
import { normalisePathFilter } from "../config/path-filter.ts";
import { projectPaths } from "../config/paths.ts";
import { findProjectRoot } from "../config/root.ts";
import { DocumentCache } from "../documents/document-cache.ts";
import { GrepaiError } from "../errors.ts";
import { traceAccesses } from "../graph/accesses.ts";
import { traceCallees } from "../graph/callees.ts";
import { traceCallers } from "../graph/callers.ts";
import { traceGraph } from "../graph/graph.ts";
import type { TraceOptions } from "../graph/options.ts";
import type { AccessMode, GraphAnswer, TraceAnswer } from "../graph/types.ts";
import { createEngines } from "../grep/engines/engines.ts";
import { grep } from "../grep/grep.ts";
import type { GrepAnswer } from "../grep/types.ts";
import type { ImpactAnswer } from "../impact/types.ts";
import type { SearchAnswer } from "../search/types.ts";
import { collectStatus } from "../status/collect.ts";
import type { StatusReport } from "../status/types.ts";
import { unfinishedNote } from "../status/unfinished.ts";
import type { ReadView } from "../store/types.ts";
import { projectImpact } from "./impact.ts";
import { resolveKinds } from "./kinds.ts";
import { resolveLanguages } from "./languages.ts";
import { resolvePlace } from "./place.ts";
import type { GraphQuery, ImpactQuery, ListQuery, Project, ProjectGrep, ProjectQuery, TraceQuery } from "./project.ts";
import { Session } from "./session.ts";
import { traceScope } from "./trace-scope.ts";

export interface ProjectOptions {
  /** Takes remarks on the configuration. */
  readonly onWarning: (line: string) => void;
  /** The process answers many queries, as a server does. */
  readonly isLongLived: boolean;
}

/**
 * Opens the project that a folder belongs to. Nothing is read before the first call, and the project need not exist
 * yet.
 * @param start absolute path of a file or folder
 */
export function openProject(start: string, options: ProjectOptions): Project {
  return new OpenProject(start, options);
}

function stampOf(path: string): string {
  const stats = targetStats(path);
  return stats === undefined ? "none" : `${stats.ino}:${stats.mtimeMs}:${stats.size}`;
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new GrepaiError("CANCELLED", "The request was cancelled.");
}

interface Noted {
  readonly notes: readonly string[];
}

/** Tells of an index whose last pass ended before its end: what is missing from an answer may be missing for that. */
function withUnfinishedNote<T extends Noted>(answer: T, view: ReadView): T {
  const note = unfinishedNote(view.passState());
  return note === null ? answer : { ...answer, notes: [...answer.notes, note] };
}

/** The same for a symbol that is not there. */
function notFoundInUnfinished(error: unknown, view: ReadView): unknown {
  if (!(error instanceof GrepaiError) || error.code !== "SYMBOL_NOT_FOUND") return error;
  const note = unfinishedNote(view.passState());
  return note === null ? error : new GrepaiError(error.code, `${error.message} ${note}`, { cause: error });
}

/** An index that is missing, damaged or from another version only takes its own share from an answer. */
function withReadableIndex<T>(session: Session, work: (view: ReadView | null) => T): T {
  let isReading = false;
  try {
    return session.reader().read((view) => {
      isReading = true;
      return work(view);
    });
  } catch (error) {
    if (!isReading && error instanceof GrepaiError) return work(null);
    throw error;
  }
}

class OpenProject implements Project {
  readonly #start: string;
  readonly #options: ProjectOptions;
  readonly #documents = new DocumentCache();
  readonly #enginesFor = createEngines();
  #session: Session | null = null;

  constructor(start: string, options: ProjectOptions) {
    this.#start = start;
    this.#options = options;
  }

  search(query: ProjectQuery): Promise<SearchAnswer> {
    return this.#use(query.signal, async (session) => {
      const answer = await session.searcher().search({
        ...query,
        like:
          query.like === null ? null : { place: resolvePlace(session.root, query.like), withCopies: query.withCopies },
        mode: query.mode ?? (session.config.search.hybrid.enabled ? "hybrid" : "semantic"),
        paths: query.paths.map((path) => normalisePathFilter(session.root, path)),
        languages: resolveLanguages(query.languages),
        kinds: resolveKinds(query.kinds),
      });
      return session.reader().read((view) => withUnfinishedNote(answer, view));
    });
  }

  grep({ budget, signal, ...request }: ProjectGrep): Promise<GrepAnswer> {
    return this.#use(signal, (session) =>
      grep(
        { ...request, languages: resolveLanguages(request.languages) },
        {
          files: session.textFiles,
          documents: this.#documents,
          enginesFor: this.#enginesFor,
          withIndex: (work) => withReadableIndex(session, work),
        },
        budget,
        signal ?? new AbortController().signal,
      ),
    );
  }

  callers(query: ListQuery): Promise<TraceAnswer> {
    return this.#trace(query, (view, options) => traceCallers(view, query.symbol, { ...options, limit: query.limit }));
  }

  callees(query: ListQuery): Promise<TraceAnswer> {
    return this.#trace(query, (view, options) => traceCallees(view, query.symbol, { ...options, limit: query.limit }));
  }

  accesses(mode: AccessMode, query: ListQuery): Promise<TraceAnswer> {
    const { symbol, limit } = query;
    return this.#trace(query, (view, options) => traceAccesses(view, symbol, mode, { ...options, limit }));
  }

  graph(query: GraphQuery): Promise<GraphAnswer> {
    const { symbol, depth, direction, maxNodes } = query;
    return this.#trace(query, (view, options) => traceGraph(view, symbol, { ...options, depth, direction, maxNodes }));
  }

  impact(query: ImpactQuery): Promise<ImpactAnswer> {
    return this.#use(query.signal, async (session) => {
      const answer = await projectImpact(session, query);
      return session.reader().read((view) => withUnfinishedNote(answer, view));
    });
  }

  status(options: { readonly isVerbose: boolean; readonly signal?: AbortSignal }): Promise<StatusReport> {
    return this.#use(options.signal, (session) => {
      const embedder = session.embedder();
      return collectStatus(
        {
          root: session.root,
          config: session.config,
          reader: () => session.reader(),
          health: (signal) => embedder.health(signal),
          localEmbedderId: embedder.isLocal ? () => embedder.id() : null,
        },
        options,
      );
    });
  }

  close(): void {
    this.#session?.retire();
    this.#session = null;
  }

  #trace<T extends Noted>(query: TraceQuery, trace: (view: ReadView, options: TraceOptions) => T): Promise<T> {
    return this.#use(query.signal, (session) => {
      const { config, readProjectFile } = session;
      const { definition, minConfidence } = query;
      return session.reader().read((view) => {
        try {
          const { shows, notes } = traceScope(query, view, session.root, config.search.boost);
          const answer = trace(view, { config: config.trace, readProjectFile, definition, minConfidence, shows });
          return withUnfinishedNote({ ...answer, notes: [...answer.notes, ...notes] }, view);
        } catch (error) {
          throw notFoundInUnfinished(error, view);
        }
      });
    });
  }

  async #use<T>(signal: AbortSignal | undefined, work: (session: Session) => T | Promise<T>): Promise<T> {
    throwIfCancelled(signal);
    const answer = await this.#current().use(work);
    throwIfCancelled(signal);
    return answer;
  }

  /**
   * The session for the configuration as it is now. Until there is an index the root is looked for each time, since
   * the index may be made in a folder above or below the one first taken for the root.
   */
  #current(): Session {
    const known = this.#session;
    const root =
      known !== null && existsSync(projectPaths(known.root).index) ? known.root : findProjectRoot(this.#start).root;
    const configStamp = stampOf(projectPaths(root).config);
    if (known !== null && known.root === root && known.configStamp === configStamp) return known;
    const { config, warnings } = loadConfig(root);
    for (const warning of warnings) this.#options.onWarning(warning);
    known?.retire();
    this.#session = new Session({ root, config, configStamp, isLongLived: this.#options.isLongLived });
    return this.#session;
  }
}
