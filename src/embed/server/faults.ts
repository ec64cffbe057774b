/** What can go wrong with a request to an embedding server, told apart by what helps. */
export type FaultKind =
  /** Nothing listens at the address, or it cannot be reached. */
  | "unreachable"
  /** The connection ended without an answer: a fault of the network, a crash, or a server's way to refuse a long text. */
  | "cut"
  | "timeout"
  /** The server asks to wait (429, 503). */
  | "busy"
  /** The server failed by itself (5xx). */
  | "failing"
  /** An input is longer than the model's context. */
  | "too-long"
  /** The server refuses these very inputs (4xx), or computes no number for one of them. */
  | "bad-text"
  | "model-missing"
  | "denied"
  /** An answer that is none of an embedding server. */
  | "nonsense";

/** A failed request. Never holds keys; the message may quote the server's own words, shortened. */
export class ServerFault extends Error {
  readonly kind: FaultKind;
  /** How long the server asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: FaultKind, message: string, options: { readonly retryAfterMs?: number | undefined } = {}) {
    super(message);
    this.name = "ServerFault";
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Most characters of a server's own words that are shown. */
const maxQuotedCharacters = 200;

/** Words by which servers say that a text exceeds the model's context. */
const tooLong =
  /context (length|size|window)|maximum context|input length|too (long|large) |(max|maximum|less than|most) [\d,]+ tokens|physical batch size|token limit/i;
/** Words by which a server says that the computation, not the request, gave no number. */
const notANumber = /\bNaN\b|unsupported value/i;
/** Words by which a server says that the process that computes went away. */
const runnerGone = /\bEOF\b|connection reset|forcibly closed|has terminated/i;
const modelUnknown = /model.{0,80}(not found|does not exist|not exist|unknown|not loaded)|(unknown|no such) model/i;

/** The fault that an answer with an error status stands for. */
export function faultOfStatus(status: number, headers: Headers, body: string): ServerFault {
  const words = serverWords(body);
  const message = words === "" ? `it answered with status ${status}` : `it answered "${words}" (status ${status})`;
  const retryAfterMs = parseRetryAfter(headers.get("retry-after"), Date.now());
  if (status === 401 || status === 403) return new ServerFault("denied", message);
  if (status === 429) return new ServerFault("busy", message, { retryAfterMs });
  if (status === 413) return new ServerFault("too-long", message);
  if (tooLong.test(words) && status <= 500) return new ServerFault("too-long", message);
  if ((status === 404 || status === 400) && modelUnknown.test(words)) return new ServerFault("model-missing", message);
  if (status === 400 || status === 422) return new ServerFault("bad-text", message);
  if (status >= 500) {
    if (notANumber.test(words)) return new ServerFault("bad-text", message);
    if (runnerGone.test(words)) return new ServerFault("cut", message);
    return new ServerFault(status === 503 ? "busy" : "failing", message, { retryAfterMs });
  }
  return new ServerFault("nonsense", message);
}

/** The fault of an answer that was to be JSON and is not. */
export function faultOfUnreadable(body: string): ServerFault {
  // Servers written in Python write NaN, which is no JSON, when a text's vector has no value.
  if (/[[,\s]-?(NaN|Infinity)\b/.test(body)) return new ServerFault("bad-text", "it computed no number");
  if (/^\s*</.test(body)) return new ServerFault("nonsense", "it answered with a web page instead of vectors");
  return new ServerFault("nonsense", "its answer is not valid JSON");
}

const unreachableCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** The fault behind an error that `fetch` threw. */
export function faultOfFetchError(error: unknown): ServerFault {
  const code = errorCode(error);
  if (code === "ECONNREFUSED") return new ServerFault("unreachable", "connection refused");
  if (unreachableCodes.has(code)) return new ServerFault("unreachable", code);
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return new ServerFault("unreachable", code);
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") {
    return new ServerFault("timeout", "it does not answer");
  }
  return new ServerFault("cut", `the connection was cut${code === "" ? "" : ` (${code})`}`);
}

function errorCode(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    const { code } = at as { readonly code?: unknown };
    if (typeof code === "string") return code;
  }
  return "";
}

/** `Retry-After` (RFC 9110, section 10.2.3) in milliseconds: seconds or a date. */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** What a server says went wrong, on one short line without anything like a key. */
export function serverWords(body: string): string {
  const words = messageIn(body)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a server's words are shown on a terminal
    .replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, " ")
    .replace(/\b(sk-|Bearer )[\w*.-]{6,}/gi, "$1***")
    .trim();
  return words.length > maxQuotedCharacters ? `${words.slice(0, maxQuotedCharacters)}…` : words;
}

/** The text within the error shapes in use: `{error: "…"}`, `{error: {message}}`, `{message}`, `{detail}`. */
function messageIn(body: string): string {
  if (/^\s*</.test(body)) return "a web page";
  try {
    const value: unknown = JSON.parse(body);
    const { error, message, detail } = (value ?? {}) as Record<string, unknown>;
    const nested = (error as { readonly message?: unknown } | undefined | null)?.message;
    for (const candidate of [nested, error, message, detail]) if (typeof candidate === "string") return candidate;
    return "";
  } catch {
    return body.slice(0, 2 * maxQuotedCharacters);
  }
}
