import { type ErrorCode, GrepaiError } from "../errors.ts";
import type { DocumentTexts } from "./document-texts.ts";
import type { Engine, EngineJob, EngineName, EngineReport, FileMatches, GrepRequest } from "./types.ts";

/** Three dots as an element of a list, a dictionary or a call: any number of elements, in semgrep's patterns. */
const anyElements = /(?<=[{[(,]\s*)\.\.\.(?=\s*[,}\])])/g;
/** A string literal without quotes or escapes in it. */
const doubleQuoted = /(?<!["\w\\])"([^"'\\\n]*)"(?!")/g;

/**
 * A structural pattern for records. They are written with single quotes, which ast-grep tells from double ones, and its
 * patterns have `$$$` where semgrep's have three dots.
 */
function recordQuery(query: string, engine: EngineName): string {
  return engine === "ast-grep" ? query.replace(anyElements, "$$$$$$").replace(doubleQuoted, "'$1'") : query;
}

/** Searches the records of documents; a document's matches count lines through all of its records. */
export async function searchRecords(engine: Engine, texts: DocumentTexts, job: EngineJob): Promise<EngineReport> {
  const request: GrepRequest = {
    ...job.request,
    query: recordQuery(job.request.query, engine.name),
    languages: [],
    globs: [],
  };
  const found = new Map<string, FileMatches>();
  const report = await engine.search({
    ...job,
    request,
    space: texts.space,
    isWanted: () => true,
    sink: (matches) => {
      found.set(matches.path, matches);
      return true;
    },
  });
  const documents = new Map<string, FileMatches[]>();
  // In the order in which the files were written, which is that of the records.
  for (const [name, { path, lineOffset }] of texts.files) {
    const part = found.get(name);
    if (part === undefined) continue;
    const shifted = part.matches.map((match) => ({
      ...match,
      line: match.line + lineOffset,
      endLine: match.endLine + lineOffset,
      before: match.before.map(({ line, text }) => ({ line: line + lineOffset, text })),
      after: match.after.map(({ line, text }) => ({ line: line + lineOffset, text })),
    }));
    const parts = documents.get(path) ?? [];
    if (parts.length === 0) documents.set(path, parts);
    parts.push({ path, count: part.count, matches: shifted });
  }
  for (const [path, parts] of documents) {
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    if (!job.sink({ path, count, matches: parts.flatMap(({ matches }) => matches) })) break;
  }
  return report;
}

/** Failures that concern some files alone: a pattern that is no code of their language, a language without a grammar. */
const partialFailures: ReadonlySet<string> = new Set<ErrorCode>(["INVALID_PATTERN", "ENGINE_UNAVAILABLE"]);

/**
 * What several searches by one engine have to say together. A failure that concerns some files alone is a note, unless
 * all have one.
 * @throws the failure of one of them
 */
export async function joinReports(searches: readonly Promise<EngineReport>[]): Promise<EngineReport> {
  const settled = await Promise.allSettled(searches);
  const reports = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const notes = reports.flatMap((report) => report.notes);
  for (const each of settled) {
    if (each.status === "fulfilled") continue;
    const { reason } = each;
    if (!(reason instanceof GrepaiError) || !partialFailures.has(reason.code) || reports.length === 0) throw reason;
    notes.push(reason.message);
  }
  return {
    unreadable: reports.reduce((sum, { unreadable }) => sum + unreadable, 0),
    binary: reports.reduce((sum, { binary }) => sum + binary, 0),
    notes: [...new Set(notes)],
  };
}
