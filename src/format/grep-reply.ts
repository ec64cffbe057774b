import { join } from "node:path";
import { recordLocation } from "../grep/record-location.ts";
import type { GrepAnswer, GrepHit, NumberedLine, RecordPlace } from "../grep/types.ts";
import { cutAround, cutLine } from "./cut.ts";
import { fittingPrefix, jsonBytes, type ReplyLimits } from "./limits.ts";

/** How matches are to be shown. */
export interface GrepReplyOptions {
  /** UTF-16 units of a line that are shown; 0 for all. */
  readonly maxLineChars: number;
  readonly pathStyle: "relative" | "absolute";
}

/** The tool call that reads a place. */
interface Retrieve {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

interface ContextLine {
  readonly line: number;
  readonly text: string;
}

/** Where in a document a match is; its lines are then those of the record. */
interface RecordReply {
  readonly document_label: string;
  /** "" for the document itself. */
  readonly object_name: string;
  readonly object_label: string;
  readonly type_id: string;
  readonly record_kind: "document" | "object";
  readonly field_path: string;
}

/** One match of a full reply. */
interface GrepReplyMatch extends Partial<RecordReply> {
  readonly engine: string;
  readonly file: string;
  readonly line: number;
  readonly end_line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  readonly text: string;
  readonly symbol?: string;
  readonly kind?: string;
  readonly rule?: string;
  readonly metavariables?: Readonly<Record<string, string>>;
  readonly before?: readonly ContextLine[];
  readonly after?: readonly ContextLine[];
  readonly retrieve: Retrieve;
}

/** What a reply tells beside its matches. */
interface GrepReplyFrame {
  readonly query: string;
  readonly mode: string;
  readonly regex: boolean;
  readonly case_sensitive: boolean;
  readonly elapsed_ms: number;
  readonly index_ms: number;
  readonly search_ms: number;
  readonly engines_used: readonly string[];
  readonly engines_unavailable: readonly string[];
  readonly engine_errors: Readonly<Record<string, string>>;
  readonly documents_in_scope: number;
  readonly documents_searched: number;
  readonly documents_with_matches: number;
  readonly documents_unreadable: number;
  readonly objects_searched: number;
  readonly documents_skipped: Readonly<Record<string, number>>;
  readonly match_count: number;
  readonly returned_count: number;
  readonly truncated: boolean;
  readonly scan_capped: boolean;
  readonly paging: { readonly skip: number; readonly take: number; readonly returned: number; readonly total: number };
  readonly matches: readonly GrepReplyMatch[];
  readonly hints: {
    readonly next_steps: readonly string[];
    readonly scope_note: string | null;
    readonly no_match_note: string | null;
    readonly unreadable_note: string | null;
  };
  readonly notes: readonly string[];
}

export interface CompactGrepReply {
  readonly q: string;
  readonly r: readonly { readonly f: string; readonly l: number; readonly s?: string; readonly p?: string }[];
  /** Matches in all. */
  readonly t: number;
  readonly notes?: readonly string[];
}

const retrievedContext = 20;
/** Longer lines are looked up by their beginning. */
const maxRetrievedQuery = 200;

function shownPath(path: string, answer: GrepAnswer, options: GrepReplyOptions): string {
  return options.pathStyle === "absolute" ? join(answer.root, path) : path;
}

function cutText(text: string, maxLineChars: number): string {
  if (maxLineChars === 0) return text;
  return text
    .split("\n")
    .map((line) => cutLine(line, maxLineChars))
    .join("\n");
}

/** The matching line, of which the part around the match is kept when it is long. */
function shownText({ text, ranges, line, endLine }: GrepHit, maxLineChars: number): string {
  if (maxLineChars === 0) return text;
  const [first] = ranges;
  return line === endLine && first !== undefined ? cutAround(text, first, maxLineChars) : cutText(text, maxLineChars);
}

function contextLines(lines: readonly NumberedLine[], maxLineChars: number): readonly ContextLine[] {
  return lines.map(({ line, text }) => ({ line, text: cutText(text, maxLineChars) }));
}

/** A search that shows the lines around a match, by the text of its first line. */
function retrieveOf({ text, path, record }: GrepHit): Retrieve {
  const line = (text.split("\n", 1)[0] ?? "").trim().slice(0, maxRetrievedQuery);
  const location = record === null ? path : recordLocation(path, record);
  return {
    tool: "grepai_grep",
    arguments: { query: line, location, case_sensitive: true, context: retrievedContext, max_line_chars: 0 },
  };
}

function recordReply({ documentLabel, kind, name, label, type, fieldPath }: RecordPlace): RecordReply {
  return {
    document_label: documentLabel,
    object_name: name,
    object_label: label,
    type_id: type,
    record_kind: kind,
    field_path: fieldPath,
  };
}

function matchReply(hit: GrepHit, answer: GrepAnswer, options: GrepReplyOptions): GrepReplyMatch {
  const { symbol, record, rule, variables, before, after } = hit;
  return {
    engine: hit.engine,
    file: shownPath(hit.path, answer, options),
    line: hit.line,
    end_line: hit.endLine,
    column: hit.column,
    text: shownText(hit, options.maxLineChars),
    ...(symbol === null ? {} : { symbol: symbol.qualifiedName, kind: symbol.kind }),
    ...(rule === null ? {} : { rule }),
    ...(variables === null ? {} : { metavariables: variables }),
    ...(record === null ? {} : recordReply(record)),
    ...(before.length === 0 ? {} : { before: contextLines(before, options.maxLineChars) }),
    ...(after.length === 0 ? {} : { after: contextLines(after, options.maxLineChars) }),
    retrieve: retrieveOf(hit),
  };
}

function milliseconds(duration: number): number {
  return Math.round(duration * 10) / 10;
}

/** The reply with the first of its matches alone. */
function replyOf(
  answer: GrepAnswer,
  matches: readonly GrepReplyMatch[],
  addedNotes: readonly string[],
): GrepReplyFrame {
  const { request, documents, hints } = answer;
  const shown = request.skip + matches.length;
  const isTruncated = answer.matchCount > shown;
  const paging = `Use skip: ${shown} for the next results, or narrow the search with location, glob or language.`;
  return {
    query: request.query,
    mode: request.mode,
    regex: request.isRegex,
    case_sensitive: request.isCaseSensitive,
    elapsed_ms: milliseconds(answer.elapsedMs),
    index_ms: milliseconds(answer.indexMs),
    search_ms: milliseconds(answer.searchMs),
    engines_used: answer.enginesUsed,
    engines_unavailable: answer.enginesUnavailable,
    engine_errors: Object.fromEntries(
      answer.engineErrors.map(({ engine, code, message }) => [engine, `${code}: ${message}`]),
    ),
    documents_in_scope: documents.inScope,
    documents_searched: documents.searched,
    documents_with_matches: documents.withMatches,
    documents_unreadable: documents.unreadable,
    objects_searched: documents.objects,
    documents_skipped: documents.skipped,
    match_count: answer.matchCount,
    returned_count: matches.length,
    truncated: isTruncated,
    scan_capped: answer.isScanCapped,
    paging: {
      skip: request.skip,
      take: request.limit ?? answer.matchCount,
      returned: matches.length,
      total: answer.matchCount,
    },
    matches,
    hints: {
      next_steps: isTruncated ? [...hints.nextSteps, paging] : hints.nextSteps,
      scope_note: hints.scopeNote,
      no_match_note: hints.noMatchNote,
      unreadable_note: hints.unreadableNote,
    },
    notes: [...answer.notes, ...addedNotes],
  };
}

function leftOutNote(answer: GrepAnswer, kept: number, found: number): string {
  return `The last ${found - kept} of ${found} results of this page are left out to keep the answer small; go on with skip: ${answer.request.skip + kept}.`;
}

/** The full reply. With `limits`, results that do not fit are left out at the end, with a note. */
export function fullGrepReply(
  answer: GrepAnswer,
  options: GrepReplyOptions,
  limits: ReplyLimits | null,
): GrepReplyFrame {
  const matches = answer.hits.map((hit) => matchReply(hit, answer, options));
  const withPrefix = (prefix: readonly GrepReplyMatch[]): GrepReplyFrame =>
    replyOf(answer, prefix, prefix.length < matches.length ? [leftOutNote(answer, prefix.length, matches.length)] : []);
  if (limits === null) return withPrefix(matches);
  return withPrefix(fittingPrefix(matches, (prefix) => jsonBytes(withPrefix(prefix)) <= limits.maxBytes));
}

/** What cannot be told by rows alone: why nothing was found, and what failed. */
function compactNotes({ hints, engineErrors, notes, isScanCapped }: GrepAnswer): readonly string[] {
  return [
    ...[hints.scopeNote, hints.noMatchNote, hints.unreadableNote].filter((note) => note !== null),
    ...engineErrors.map(({ engine, message }) => `${engine}: ${message}`),
    ...(isScanCapped ? ["There are more matches than were counted."] : []),
    ...notes,
  ];
}

/** The reply with places alone. */
export function compactGrepReply(
  answer: GrepAnswer,
  options: GrepReplyOptions,
  limits: ReplyLimits | null,
): CompactGrepReply {
  const rows = answer.hits.map((hit) => ({
    f: shownPath(hit.path, answer, options),
    l: hit.line,
    ...(hit.symbol === null ? {} : { s: hit.symbol.qualifiedName }),
    ...(hit.record === null ? {} : { p: hit.record.fieldPath }),
  }));
  const withPrefix = (r: readonly (typeof rows)[number][]): CompactGrepReply => {
    const notes = [
      ...compactNotes(answer),
      ...(r.length < rows.length ? [leftOutNote(answer, r.length, rows.length)] : []),
    ];
    return { q: answer.request.query, r, t: answer.matchCount, ...(notes.length > 0 ? { notes } : {}) };
  };
  if (limits === null) return withPrefix(rows);
  return withPrefix(fittingPrefix(rows, (prefix) => jsonBytes(withPrefix(prefix)) <= limits.maxBytes));
}
