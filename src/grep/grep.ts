import type { DocumentCache } from "../documents/document-cache.ts";
import { GrepaiError, messageOf } from "../errors.ts";
import { detectLanguage } from "../parse/registry.ts";
import { holdsSecret } from "../scan/read-source.ts";
import type { TextFileLister } from "../scan/text-files.ts";
import type { SkipReason } from "../scan/types.ts";
import type { ReadView } from "../store/types.ts";
import { documentLabels } from "./document-labels.ts";
import { DocumentTexts } from "./document-texts.ts";
import { symbolFinder } from "./enclosing.ts";
import type { EnginesFor } from "./engines/engines.ts";
import { hintsFor } from "./hints.ts";
import { RecordPlaces } from "./record-places.ts";
import { joinReports, searchRecords } from "./record-search.ts";
import { checkRequest } from "./request.ts";
import { EngineResults, interleave, type PlacedMatch } from "./results.ts";
import { findScope, type Scope } from "./scope.ts";
import type {
  DocumentCounts,
  Engine,
  EngineFailure,
  EngineJob,
  EngineReport,
  GrepAnswer,
  GrepHit,
  GrepMode,
  GrepRequest,
  MatchSink,
} from "./types.ts";

/** What a search works with. */
export interface GrepEnvironment {
  readonly files: TextFileLister;
  readonly documents: DocumentCache;
  readonly enginesFor: EnginesFor;
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

/** Keys lie in text and data files; to look into every file of code with matches would take longer than finding them. */
function mayHoldKeys(path: string): boolean {
  return detectLanguage(path).grammar === null;
}

function timedOut(engine: Engine, budget: GrepBudget): GrepaiError {
  return new GrepaiError(
    "TIMEOUT",
    `${engine.name} took longer than ${budget.engineMs / 1000} seconds and was ended. Narrow the search with location, glob or language, or make the query simpler.`,
  );
}

/** What a request is about: files, and documents as records. */
interface Subject {
  readonly request: GrepRequest;
  readonly files: Scope;
  readonly documents: DocumentTexts | null;
}

/** Searches files and records at the same time. A pattern is checked also where there is no file. */
function searchAll(engine: Engine, { request, files, documents }: Subject, job: Omit<EngineJob, "request" | "space">) {
  const searches: Promise<EngineReport>[] = [];
  const hasDocuments = documents !== null && documents.paths.length > 0;
  if (files.files.size > 0 || !hasDocuments) searches.push(engine.search({ ...job, request, space: files }));
  if (hasDocuments) searches.push(searchRecords(engine, documents, { ...job, request, space: files }));
  return joinReports(searches);
}

/** Runs one engine to its end, to the end of its budget or to the caller's signal, whichever comes first. */
async function runEngine(
  engine: Engine,
  subject: Subject,
  budget: GrepBudget,
  signal: AbortSignal,
): Promise<EngineRun> {
  const { skip, limit } = subject.request;
  const needed = limit === null ? Number.POSITIVE_INFINITY : skip + limit;
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
    // Of files that come too late in the order nothing is shown.
    const sink: MatchSink = (file) =>
      results.isWanted(file.path) && mayHoldKeys(file.path) && holdsSecret(subject.files.root, file.path)
        ? true
        : results.add(file);
    const job = { keepPerFile: needed, isWanted: results.isWanted, signal: ending.signal, sink };
    const report = await searchAll(engine, subject, job);
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

/** Says of each match what is around it: a symbol of the index, or the record of a document. */
async function withSurroundings(
  matches: readonly PlacedMatch[],
  { request, files, documents }: Subject,
  environment: GrepEnvironment,
  signal: AbortSignal,
): Promise<readonly GrepHit[]> {
  const places = new RecordPlaces(environment.files.root, environment.documents, files.records, request);
  const isRecord = new Set(documents?.paths);
  const placed: (PlacedMatch & Pick<GrepHit, "record">)[] = [];
  for (const match of matches) {
    const record = isRecord.has(match.path) ? await places.place(match, signal) : null;
    placed.push(record ?? { ...match, record: null });
  }
  return environment.withIndex((view) => {
    if (view === null) return placed.map((match) => ({ ...match, symbol: null }));
    const symbolOf = symbolFinder(view, environment.files.root);
    return placed.map((match) => ({ ...match, symbol: isRecord.has(match.path) ? null : symbolOf(match) }));
  });
}

function countDocuments(scope: Scope, documents: DocumentTexts | null, runs: readonly EngineRun[]): DocumentCounts {
  const reports = runs.flatMap(({ outcome }) => (outcome.kind === "done" ? [outcome.report] : []));
  const most = (count: (report: EngineReport) => number): number => Math.max(0, ...reports.map(count));
  const unreadable = most((report) => report.unreadable) + (documents?.unreadable.length ?? 0);
  const binary = most((report) => report.binary);
  const tooLarge = documents?.tooLarge.length ?? 0;
  const skipped: Partial<Record<SkipReason, number>> = { ...scope.skipped };
  const count = (reason: SkipReason, more: number): void => {
    if (more > 0) skipped[reason] = (skipped[reason] ?? 0) + more;
  };
  count("binary", binary);
  count("too-large", tooLarge);
  return {
    inScope: scope.files.size,
    searched: Math.max(0, scope.files.size - unreadable - binary - tooLarge),
    unreadable: unreadable + (scope.skipped.unreadable ?? 0),
    skipped,
    withMatches: new Set(runs.flatMap(({ results }) => [...results.paths()])).size,
    objects: documents?.objects ?? 0,
  };
}

/** The scope without the documents that are searched as records, or not at all. */
function withoutDocuments(scope: Scope, documents: DocumentTexts | null): Scope {
  if (documents === null) return scope;
  const apart = [...documents.paths, ...documents.unreadable, ...documents.tooLarge];
  if (apart.length === 0) return scope;
  const files = new Set(scope.files);
  for (const path of apart) files.delete(path);
  return { ...scope, files, excluded: [...scope.excluded, ...apart] };
}

/** @throws GrepaiError ENGINE_UNAVAILABLE when none of the engines that a mode needs is there */
async function readyEngines(mode: GrepMode, environment: GrepEnvironment) {
  const choices = await environment.enginesFor(mode);
  const ready = choices.flatMap((choice) => (choice.kind === "ready" ? [choice.engine] : []));
  const missing = choices.flatMap((choice) => (choice.kind === "unavailable" ? [choice] : []));
  if (ready.length === 0) throw new GrepaiError("ENGINE_UNAVAILABLE", missing.map(({ remedy }) => remedy).join(" "));
  return { ready, missing };
}

/** What the engines found, put together. */
async function answerOf(
  subject: Subject,
  documents: DocumentCounts,
  runs: readonly EngineRun[],
  environment: GrepEnvironment,
  signal: AbortSignal,
): Promise<Omit<GrepAnswer, "elapsedMs" | "indexMs" | "searchMs" | "enginesUnavailable">> {
  const { request } = subject;
  const failures = runs.flatMap(({ engine, outcome }): { engine: Engine; error: GrepaiError }[] =>
    outcome.kind === "failed" ? [{ engine, error: outcome.error }] : [],
  );
  if (failures.length === runs.length) throw failures[0]?.error ?? new GrepaiError("INTERNAL", "No engine ran.");

  const matchCount = runs.reduce((sum, { results }) => sum + results.matchCount, 0);
  const end = request.limit === null ? undefined : request.skip + request.limit;
  const page = interleave(runs.map(({ results }) => results.matches())).slice(request.skip, end);
  const hits = await withSurroundings(page, subject, environment, signal);
  const hasIndex = environment.withIndex((view) => view !== null);
  return {
    request,
    root: environment.files.root,
    enginesUsed: runs.filter(({ outcome }) => outcome.kind === "done").map(({ engine }) => engine.name),
    engineErrors: failures.map(
      ({ engine, error }): EngineFailure => ({ engine: engine.name, code: error.code, message: messageOf(error) }),
    ),
    documents,
    matchCount,
    isScanCapped: runs.some(({ results }) => results.isCapped),
    hits,
    files: runs.flatMap(({ results }) => results.files()),
    hints: hintsFor({ request, documents, matchCount, hits, hasIndex }),
    notes: runs.flatMap(({ outcome }) => (outcome.kind === "done" ? outcome.report.notes : [])),
  };
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
  const { files, documents: cache } = environment;
  const labels = request.asRecords ? documentLabels(files.root, cache, signal) : null;
  const hasPythonRecords = request.asRecords && request.mode !== "text";
  const scope = await findScope(files, { ...request, hasPythonRecords }, labels, signal);
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(Math.min(budget.engineMs, maxTimerMs))]);
  const documents = request.asRecords ? await DocumentTexts.write(scope, cache, deadline) : null;
  try {
    const searchedAt = performance.now();
    const subject = { request, files: withoutDocuments(scope, documents), documents };
    const runs = await Promise.all(ready.map((engine) => runEngine(engine, subject, budget, signal)));
    throwIfCancelled(signal);
    const searchMs = performance.now() - searchedAt;
    const counts = countDocuments(scope, documents, runs);
    const found = await answerOf(subject, counts, runs, environment, signal);
    return {
      ...found,
      elapsedMs: performance.now() - startedAt,
      indexMs: searchedAt - startedAt,
      searchMs,
      enginesUnavailable: missing.map(({ name }) => name),
      notes: [...missing.map(({ remedy }) => remedy), ...(documents?.notes ?? []), ...found.notes],
    };
  } finally {
    await documents?.remove();
  }
}
