import type { SearchAnswer, SearchHit, TokenBudget } from "../search/types.ts";
import { estimateTokens } from "../text/tokens.ts";
import { cutLines, cutText } from "./cut.ts";
import { fittingPrefix, jsonBytes, notesKey, type ReplyLimits } from "./limits.ts";

/** One result with its content. The documented keys come first; those after `content` are additions. */
export interface FullSearchResult {
  readonly score: number;
  readonly file: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly content: string;
  readonly language: string;
  readonly kind: string;
  readonly symbol?: string;
  /** Estimated tokens of the content; only in an answer that keeps to a budget. */
  readonly tokens?: number;
}

export interface FullSearchReply {
  readonly query: string;
  readonly results: readonly FullSearchResult[];
  /** Results found, also those left out of `results` for size. */
  readonly total: number;
  readonly notes?: readonly string[];
}

export interface CompactSearchResult {
  readonly s: number;
  readonly f: string;
  /** First and last line: "15-45". */
  readonly l: string;
  /** Estimated tokens that the code takes, for who goes on to read it; only in an answer that keeps to a budget. */
  readonly n?: number;
}

export interface CompactSearchReply {
  readonly q: string;
  readonly r: readonly CompactSearchResult[];
  readonly t: number;
  readonly notes?: readonly string[];
}

/** Contents are shortened to the first of these lengths at which all results fit, before results are left out. */
const contentLengths = [8000, 4000, 2000, 1000, 500, 250];

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}

function qualifiedName(hit: SearchHit): string | null {
  if (hit.symbol === null) return null;
  return hit.scope === "" ? hit.symbol : `${hit.scope}.${hit.symbol}`;
}

function fullResult(hit: SearchHit): FullSearchResult {
  const symbol = qualifiedName(hit);
  return {
    score: rounded(hit.score),
    file: hit.file,
    start_line: hit.startLine,
    end_line: hit.endLine,
    content: hit.content,
    language: hit.language,
    kind: hit.kind,
    ...(symbol === null ? {} : { symbol }),
    ...(hit.tokens === null ? {} : { tokens: hit.tokens }),
  };
}

function compactResult(hit: SearchHit): CompactSearchResult {
  const row = { s: rounded(hit.score), f: hit.file, l: `${hit.startLine}-${hit.endLine}` };
  return hit.tokens === null ? row : { ...row, n: hit.tokens };
}

/** About how many tokens one result takes in a reply. */
export function resultTokens(hit: SearchHit, form: "full" | "compact", limits: ReplyLimits | null): number {
  if (form === "compact") return estimateTokens(JSON.stringify(compactResult(hit)));
  const content = limits === null ? hit.content : cutLines(hit.content, limits.maxLineWidth);
  return estimateTokens(JSON.stringify({ ...fullResult(hit), content }));
}

/** What a reply takes beside its results and the query: keys, and a remark. */
const REPLY_FRAME_TOKENS = 40;

/** Room for the results of a reply that takes `maxTokens` in all. */
export function replyBudget(
  maxTokens: number,
  query: string,
  form: "full" | "compact",
  limits: ReplyLimits | null,
): TokenBudget {
  const room = Math.max(1, maxTokens - REPLY_FRAME_TOKENS - estimateTokens(query));
  return { maxTokens: room, costOf: (hit) => resultTokens(hit, form, limits) };
}

function shortened(reply: FullSearchReply, maxLength: number): FullSearchReply {
  let count = 0;
  const results = reply.results.map((result) => {
    const content = cutText(result.content, maxLength);
    if (content !== result.content) count++;
    return { ...result, content };
  });
  if (count === 0) return reply;
  const note = `The content of ${count} results is shortened to keep the answer small; read the file at the given lines for all of it.`;
  return { ...reply, results, notes: [...(reply.notes ?? []), note] };
}

function leftOutNote(leftOut: number, total: number): string {
  return `The last ${leftOut} of ${total} results are left out to keep the answer small; use compact, a smaller limit, or narrow the path.`;
}

function boundFull(reply: FullSearchReply, limits: ReplyLimits): FullSearchReply {
  let bounded: FullSearchReply = {
    ...reply,
    results: reply.results.map((result) => ({ ...result, content: cutLines(result.content, limits.maxLineWidth) })),
  };
  if (jsonBytes(bounded) <= limits.maxBytes) return bounded;
  const wide = bounded;
  for (const length of contentLengths) {
    bounded = shortened(wide, length);
    if (jsonBytes(bounded) <= limits.maxBytes) return bounded;
  }
  const withPrefix = (results: readonly FullSearchResult[]): FullSearchReply => ({
    ...bounded,
    results,
    notes: [...(bounded.notes ?? []), leftOutNote(bounded.results.length - results.length, bounded.results.length)],
  });
  return withPrefix(fittingPrefix(bounded.results, (prefix) => jsonBytes(withPrefix(prefix)) <= limits.maxBytes));
}

/** The documented full reply. With `limits`, long contents are shortened first and last results left out next. */
export function fullSearchReply(answer: SearchAnswer, limits: ReplyLimits | null): FullSearchReply {
  const reply: FullSearchReply = {
    query: answer.query,
    results: answer.hits.map(fullResult),
    total: answer.hits.length,
    ...notesKey(answer.notes),
  };
  return limits === null ? reply : boundFull(reply, limits);
}

/** The documented compact reply, without contents. */
export function compactSearchReply(answer: SearchAnswer, limits: ReplyLimits | null): CompactSearchReply {
  const reply: CompactSearchReply = {
    q: answer.query,
    r: answer.hits.map(compactResult),
    t: answer.hits.length,
    ...notesKey(answer.notes),
  };
  if (limits === null || jsonBytes(reply) <= limits.maxBytes) return reply;
  const withPrefix = (r: readonly CompactSearchResult[]): CompactSearchReply => ({
    ...reply,
    r,
    notes: [...answer.notes, leftOutNote(reply.r.length - r.length, reply.r.length)],
  });
  return withPrefix(fittingPrefix(reply.r, (prefix) => jsonBytes(withPrefix(prefix)) <= limits.maxBytes));
}
