import { GrepaiError } from "../../errors.ts";
import type { CheckedEmbedder, EmbedderHealth, EmbedderId, EmbedKind, EmbedOptions, EmbedOutcome } from "../types.ts";
import { type BatchContext, embedBatch, embedInPieces, exceedsLimit, type LengthLimit } from "./batch-embedding.ts";
import { ServerFault } from "./faults.ts";
import { cancelled } from "./http.ts";
import { taskPrefix } from "./model-family.ts";
import type { RetryPolicy } from "./retry.ts";
import type { EmbeddingServer, RequestContext } from "./server.ts";

export interface ServerEmbedderOptions {
  /** Loads the server's client on first use, so that those who never ask one do not pay for it. */
  readonly connect: () => Promise<EmbeddingServer>;
  /** Texts a request holds at most. */
  readonly batchTexts: number;
  /** Requests under way at once. */
  readonly parallelism: number;
  /** For one request while indexing. */
  readonly timeoutMs: number;
  /** For embedding a query, retries included. */
  readonly queryTimeoutMs: number;
  /** Vector length that the configuration asks for, or null. */
  readonly dimensions: number | null;
}

/** Characters a request holds at most, unless one text alone has more. */
const batchCharacters = 200_000;
/** Limit of a health check; `status` waits for it. */
const checkTimeoutMs = 1_800;
/** Share of the context that texts may fill by estimate, which leaves room for the prefix and for misjudgement. */
const contextShare = 0.9;

/** Lone surrogates, which no JSON parser need accept. */
const loneSurrogates = /\p{Surrogate}/gu;

/** An embedder behind a server: batches, retries, splits and checks, so that one bad text never fails the others. */
export class ServerEmbedder implements CheckedEmbedder {
  readonly isLocal = false;
  readonly #options: ServerEmbedderOptions;
  readonly #limit: LengthLimit = { accepted: 0, refused: Number.POSITIVE_INFINITY, piece: Number.POSITIVE_INFINITY };
  #server: EmbeddingServer | null = null;
  #dimensions: number | null = null;
  #knowsContext = false;

  constructor(options: ServerEmbedderOptions) {
    this.#options = options;
  }

  async id(signal?: AbortSignal): Promise<EmbedderId> {
    const server = await this.#connect();
    return this.#explaining(server, async () => {
      if (this.#dimensions === null) {
        await this.#learnContext(server, signal);
        const retry = this.#retryPolicy("passage", false);
        const outcomes = await embedBatch(["vector length"], this.#context(server, "passage", retry, signal));
        for (const outcome of outcomes) {
          if (!outcome.ok) throw new ServerFault("nonsense", `of a test text, ${outcome.reason}`);
          this.#learnDimensions(outcome.vector.length);
        }
      }
      return { ...server.id, dimensions: this.#dimensions ?? 0 };
    });
  }

  async embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly EmbedOutcome[]> {
    if (signal?.aborted) throw cancelled();
    if (texts.length === 0) return [];
    // A query is one text and in a hurry; for passages a first small request tells a broken set-up from a bad text.
    const server = await this.#connect();
    if (kind === "passage") {
      await this.#explaining(server, () => this.#learnContext(server, signal));
      await this.id(signal);
    }
    return this.#explaining(server, () => this.#embedAll(server, texts, kind, signal));
  }

  async health(signal?: AbortSignal): Promise<EmbedderHealth> {
    const server = await this.#connect();
    try {
      await server.check({ timeoutMs: checkTimeoutMs, signal });
      return { status: "connected" };
    } catch (error) {
      if (!(error instanceof ServerFault)) throw error;
      return { status: "unavailable", reason: server.explain(error) };
    }
  }

  async #connect(): Promise<EmbeddingServer> {
    this.#server ??= await this.#options.connect();
    return this.#server;
  }

  /** Takes the model's own word for how long a text may be, where the server gives it. */
  async #learnContext(server: EmbeddingServer, signal: AbortSignal | undefined): Promise<void> {
    if (this.#knowsContext) return;
    const contextTokens = await askContext(server, { timeoutMs: this.#options.timeoutMs, signal });
    if (contextTokens !== null) {
      this.#limit.refused = Math.floor(contextTokens * contextShare);
      this.#limit.piece = this.#limit.refused;
    }
    this.#knowsContext = true;
  }

  async #explaining<T>(server: EmbeddingServer, body: () => Promise<T>): Promise<T> {
    try {
      return await body();
    } catch (error) {
      if (!(error instanceof ServerFault)) throw error;
      throw new GrepaiError("EMBEDDER_UNAVAILABLE", server.explain(error), { cause: error });
    }
  }

  #retryPolicy(kind: EmbedKind, retryUnreachable: boolean): RetryPolicy {
    const { timeoutMs, queryTimeoutMs } = this.#options;
    if (kind === "query") return { attempts: 3, totalMs: queryTimeoutMs, retryUnreachable: false };
    return { attempts: 4, totalMs: 3 * timeoutMs, retryUnreachable };
  }

  #context(
    server: EmbeddingServer,
    kind: EmbedKind,
    retry: RetryPolicy,
    signal: AbortSignal | undefined,
  ): BatchContext {
    const { timeoutMs, queryTimeoutMs } = this.#options;
    return {
      server,
      prefix: taskPrefix(server.model, kind),
      timeoutMs: kind === "query" ? queryTimeoutMs : timeoutMs,
      retry,
      signal,
      limit: this.#limit,
    };
  }

  /** Runs the batches, several at once; the first that fails for good ends the others. */
  async #embedAll(
    server: EmbeddingServer,
    texts: readonly string[],
    kind: EmbedKind,
    signal: AbortSignal | undefined,
  ): Promise<readonly EmbedOutcome[]> {
    const outcomes = new Array<EmbedOutcome>(texts.length);
    const jobs = this.#batches(texts, outcomes);
    const stop = new AbortController();
    const abort = () => stop.abort();
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted) abort();
    const context = this.#context(server, kind, this.#retryPolicy(kind, true), stop.signal);
    let next = 0;
    const failures: unknown[] = [];
    const worker = async () => {
      for (let job = jobs[next++]; job !== undefined && failures.length === 0; job = jobs[next++]) {
        try {
          const results = await this.#embedJob(job, texts, context);
          for (const [index, at] of job.indexes.entries()) outcomes[at] = results[index] as EmbedOutcome;
        } catch (error) {
          failures.push(error);
          stop.abort();
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.max(1, this.#options.parallelism) }, worker));
    } finally {
      signal?.removeEventListener("abort", abort);
    }
    if (signal?.aborted) throw cancelled();
    if (failures.length > 0) throw failures[0];
    return outcomes;
  }

  async #embedJob(job: Job, texts: readonly string[], context: BatchContext): Promise<readonly EmbedOutcome[]> {
    const contents = job.indexes.map((index) => clean(texts[index] as string));
    const [only] = contents;
    const outcomes =
      job.inPieces && only !== undefined ? [await embedInPieces(only, context)] : await embedBatch(contents, context);
    return outcomes.map((outcome) => this.#checkDimensions(outcome, context.server));
  }

  /** Groups texts into requests, in order. Blank texts are answered here; those that must be cut go by themselves. */
  #batches(texts: readonly string[], outcomes: EmbedOutcome[]): readonly Job[] {
    const jobs: Job[] = [];
    let batch: number[] = [];
    let characters = 0;
    const flush = () => {
      if (batch.length > 0) jobs.push({ indexes: batch, inPieces: false });
      batch = [];
      characters = 0;
    };
    for (const [index, text] of texts.entries()) {
      if (text.trim() === "") outcomes[index] = { ok: false, reason: "it is blank" };
      else if (exceedsLimit(text, this.#limit)) jobs.push({ indexes: [index], inPieces: true });
      else {
        if (batch.length >= this.#options.batchTexts || characters + text.length > batchCharacters) flush();
        batch.push(index);
        characters += text.length;
      }
    }
    flush();
    return jobs;
  }

  #learnDimensions(length: number): void {
    const wanted = this.#options.dimensions;
    if (wanted !== null && length !== wanted) {
      throw new ServerFault(
        "nonsense",
        `it gives vectors of ${length} values while \`embedder.dimensions\` asks for ${wanted}`,
      );
    }
    this.#dimensions = length;
  }

  #checkDimensions(outcome: EmbedOutcome, server: EmbeddingServer): EmbedOutcome {
    if (!outcome.ok) return outcome;
    const { length } = outcome.vector;
    if (this.#dimensions === null) this.#learnDimensions(length);
    if (length === this.#dimensions) return outcome;
    return {
      ok: false,
      reason: `the server changed the vector length of "${server.model}" from ${this.#dimensions} to ${length} values`,
    };
  }
}

/** Texts of one request, by index. */
interface Job {
  readonly indexes: readonly number[];
  /** A single text that is cut without asking first whether it fits. */
  readonly inPieces: boolean;
}

/** The model's context, or null where the server answers but does not tell; the first embedding shows what else is wrong. */
async function askContext(server: EmbeddingServer, context: RequestContext): Promise<number | null> {
  try {
    return await server.contextTokens(context);
  } catch (error) {
    const saysNothing = error instanceof ServerFault && ["nonsense", "failing", "bad-text"].includes(error.kind);
    if (!saysNothing) throw error;
    return null;
  }
}

function clean(text: string): string {
  return text.replace(loneSurrogates, "\ufffd");
}
