import type { Config } from "../config/types.ts";
import { GrepaiError, messageOf } from "../errors.ts";
import type { ReadView } from "../store/types.ts";
import { symbolFinder } from "./enclosing.ts";
import type { EngineChoice } from "./engines/engines.ts";
import { hintsFor } from "./hints.ts";
import { checkRequest } from "./request.ts";
import { EngineResults, interleave, type PlacedMatch } from "./results.ts";
import { findScope, type Scope } from "./scope.ts";
import type {
  DocumentCounts,
  Engine,
  EngineFailure,
  EngineReport,
  GrepAnswer,
  GrepHit,
  GrepMode,
  GrepRequest,
} from "./types.ts";

/** What a search works with. */
export interface GrepEnvironment {
  /** Absolute path of the project, links resolved. */
  readonly root: string;
  readonly config: Config;
  readonly enginesFor: (mode: GrepMode) => Promise<readonly EngineChoice[]>;
  /** Reads the index as it is now; null where there is none that can be read. */
  readonly withIndex: <T>(work: (view: ReadView | null) => T) => T;
}

/** Bounds of one search. */
export interface GrepBudget {
  /** An engine is ended after so long. */
  readonly engineMs: number;
  /** An engine is ended after so many matches. */
  readonly maxMatches: number;
}

/** For an assistant: an answer comes before clients give up, and memory stays small. */
export const assistantBudget: GrepBudget = { engineMs: 30_000, maxMatches: 500_000 };

/** For a person at a terminal, who can end the search. */
export const terminalBudget: GrepBudget = {
  engineMs: Number.POSITIVE_INFINITY,
  maxMatches: Number.POSITIVE_INFINITY,
};

/** Longest delay that a timer takes. */
const maxTimerMs = 2 ** 31 - 1;

interface EngineRun {
  readonly engine: Engine;
  readonly results: EngineResults;
  readonly outcome:
    | { readonly kind: "done"; readonly report: EngineReport }
    | { readonly kind: "failed"; readonly error: GrepaiError };
}

function timedOut(engine: Engine, budget: GrepBudget): GrepaiError {
  return new GrepaiError(
    "TIMEOUT",
    `${engine.name} took longer than ${budget.engineMs / 1000} seconds and was ended. Narrow the search with location, glob or language, or make the query simpler.`,
  );
}

/** Runs one engine to its end, to the end of its budget or to the caller's signal, whichever comes first. */
async function runEngine(
  engine: Engine,
  { request, scope }: { readonly request: GrepRequest; readonly scope: Scope },
  budget: GrepBudget,
  signal: AbortSignal,
): Promise<EngineRun> {
  const needed = request.limit === null ? Number.POSITIVE_INFINITY : request.skip + request.limit;
  const results = new EngineResults(engine.name, needed, budget.maxMatches);
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      stop();
    },
    Math.min(budget.engineMs, maxTimerMs),
  );
  signal.addEventListener("abort", stop, { once: true });
  try {
    const report = await engine.search({
      request,
      space: scope,
      keepPerFile: needed,
      signal: ending.signal,
      sink: results.add,
    });
    return {
      engine,
      results,
      outcome: isLate ? { kind: "failed", error: timedOut(engine, budget) } : { kind: "done", report },
    };
  } catch (error) {
    if (!(error instanceof GrepaiError)) throw error;
    return { engine, results, outcome: { kind: "failed", error } };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new GrepaiError("CANCELLED", "The request was cancelled.");
}

function withSymbols(matches: readonly PlacedMatch[], environment: GrepEnvironment): readonly GrepHit[] {
  return environment.withIndex((view) => {
    if (view === null) return matches.map((match) => ({ ...match, symbol: null }));
    const symbolOf = symbolFinder(view, environment.root);
    return matches.map((match) => ({ ...match, symbol: symbolOf(match) }));
  });
}

function countDocuments(scope: Scope, runs: readonly EngineRun[]): DocumentCounts {
  const reports = runs.flatMap(({ outcome }) => (outcome.kind === "done" ? [outcome.report] : []));
  const most = (count: (report: EngineReport) => number): number => Math.max(0, ...reports.map(count));
  const unreadable = most((report) => report.unreadable);
  const binary = most((report) => report.binary);
  const skippedBinary = (scope.skipped.binary ?? 0) + binary;
  return {
    inScope: scope.files.size,
    searched: Math.max(0, scope.files.size - unreadable - binary),
    unreadable: unreadable + (scope.skipped.unreadable ?? 0),
    skipped: skippedBinary === 0 ? scope.skipped : { ...scope.skipped, binary: skippedBinary },
    withMatches: new Set(runs.flatMap(({ results }) => results.files().map(({ path }) => path))).size,
  };
}

/** @throws GrepaiError ENGINE_UNAVAILABLE when none of the engines that a mode needs is there */
async function readyEngines(mode: GrepMode, environment: GrepEnvironment) {
  const choices = await environment.enginesFor(mode);
  const ready = choices.flatMap((choice) => (choice.kind === "ready" ? [choice.engine] : []));
  const missing = choices.flatMap((choice) => (choice.kind === "unavailable" ? [choice] : []));
  if (ready.length === 0) throw new GrepaiError("ENGINE_UNAVAILABLE", missing.map(({ remedy }) => remedy).join(" "));
  return { ready, missing };
}

/**
 * Searches the files of a project as they are on disk now. No index is needed; where there is one it names the symbol
 * around each match. One of several engines may fail without the search failing.
 * @throws GrepaiError QUERY_TOO_LONG, INVALID_PARAMETERS, INVALID_PATTERN, LOCATION_NOT_FOUND, NOT_A_DIRECTORY,
 * PATH_OUTSIDE_PROJECT, ENGINE_UNAVAILABLE, FILE_SYSTEM_ERROR, PERMISSION_DENIED, TIMEOUT, CANCELLED
 */
export async function grep(
  request: GrepRequest,
  environment: GrepEnvironment,
  budget: GrepBudget,
  signal: AbortSignal,
): Promise<GrepAnswer> {
  const startedAt = performance.now();
  checkRequest(request);
  throwIfCancelled(signal);
  const { ready, missing } = await readyEngines(request.mode, environment);
  const scope = await findScope(environment.root, environment.config, request, signal);
  const searchedAt = performance.now();
  const runs = await Promise.all(ready.map((engine) => runEngine(engine, { request, scope }, budget, signal)));
  throwIfCancelled(signal);
  const searchMs = performance.now() - searchedAt;
  const failures = runs.flatMap(({ engine, outcome }): { engine: Engine; error: GrepaiError }[] =>
    outcome.kind === "failed" ? [{ engine, error: outcome.error }] : [],
  );
  if (failures.length === runs.length) throw failures[0]?.error ?? new GrepaiError("INTERNAL", "No engine ran.");

  const matchCount = runs.reduce((sum, { results }) => sum + results.matchCount, 0);
  const end = request.limit === null ? undefined : request.skip + request.limit;
  const page = interleave(runs.map(({ results }) => results.matches())).slice(request.skip, end);
  const hits = withSymbols(page, environment);
  const documents = countDocuments(scope, runs);
  const hasIndex = environment.withIndex((view) => view !== null);
  return {
    request,
    root: environment.root,
    elapsedMs: performance.now() - startedAt,
    indexMs: searchedAt - startedAt,
    searchMs,
    enginesUsed: runs.filter(({ outcome }) => outcome.kind === "done").map(({ engine }) => engine.name),
    enginesUnavailable: missing.map(({ name }) => name),
    engineErrors: failures.map(
      ({ engine, error }): EngineFailure => ({ engine: engine.name, code: error.code, message: messageOf(error) }),
    ),
    documents,
    matchCount,
    isScanCapped: runs.some(({ results }) => results.isCapped),
    hits,
    files: runs.flatMap(({ results }) => results.files()),
    hints: hintsFor({ request, documents, matchCount, hits, hasIndex }),
    notes: [
      ...missing.map(({ remedy }) => remedy),
      ...runs.flatMap(({ outcome }) => (outcome.kind === "done" ? outcome.report.notes : [])),
    ],
  };
}
