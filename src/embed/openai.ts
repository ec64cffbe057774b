import * as z from "zod";
import { parseAddress, type ServerAddress } from "./server/address.ts";
import { faultOfUnreadable, ServerFault } from "./server/faults.ts";
import { exchange } from "./server/http.ts";
import type { EmbeddingServer, RequestContext } from "./server/server.ts";

export interface OpenAiOptions {
  /** Base address, with `/v1` where the server has it. */
  readonly endpoint: string;
  readonly model: string;
  readonly dimensions: number | null;
  /** The environment, where keys come from; they are never read from files. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const maxEmbedBytes = 64_000_000;
const maxListBytes = 4_000_000;
const openAiHost = "api.openai.com";

/** The vectors themselves are checked one by one later, which costs less than a schema of each number. */
const embedAnswer = z.object({
  data: z.array(z.object({ index: z.number().int().nonnegative().optional(), embedding: z.unknown() })),
});
type EmbedEntries = z.infer<typeof embedAnswer>["data"];

/** Any server with OpenAI's `/embeddings` (https://platform.openai.com/docs/api-reference/embeddings). */
export class OpenAiServer implements EmbeddingServer {
  readonly id: EmbeddingServer["id"];
  readonly model: string;
  readonly #address: ServerAddress;
  readonly #dimensions: number | null;
  readonly #key: string | null;

  /** @throws GrepaiError INVALID_CONFIG when the endpoint is no address */
  constructor(options: OpenAiOptions) {
    this.#address = parseAddress(options.endpoint);
    this.#dimensions = options.dimensions;
    this.#key = keyFor(this.#address, options.env);
    this.model = options.model;
    this.id = { provider: "openai", model: options.model };
  }

  async embed(texts: readonly string[], context: RequestContext): Promise<readonly unknown[]> {
    const request = {
      model: this.model,
      input: texts,
      encoding_format: "float",
      ...(this.#dimensions !== null && { dimensions: this.#dimensions }),
    };
    const answer = await this.#ask("/embeddings", context, maxEmbedBytes, request);
    const { success, data } = embedAnswer.safeParse(answer);
    if (!success) throw new ServerFault("nonsense", "its answer holds no embeddings");
    return inOrder(data.data, texts.length);
  }

  async contextTokens(): Promise<null> {
    // The protocol has no question for it.
    return null;
  }

  async check(context: RequestContext): Promise<void> {
    try {
      await this.#ask("/models", context, maxListBytes);
    } catch (error) {
      // Some servers have no list of models; an answer of any kind shows that they are there.
      const absent = error instanceof ServerFault && (error.kind === "nonsense" || error.kind === "model-missing");
      if (!absent) throw error;
    }
  }

  explain(fault: ServerFault): string {
    const where = `the embedding server at ${this.#address.url}`;
    const otherwise = "or set `embedder.provider: static` in .grepai/config.yaml to use the built-in model";
    const why = this.#redact(fault.message);
    switch (fault.kind) {
      case "unreachable":
        return `Cannot connect to ${where} (${why}). Start it, correct \`embedder.endpoint\` in .grepai/config.yaml, ${otherwise}.`;
      case "denied":
        return `Access to ${where} was denied: ${why}. ${this.#keyRemedy()}`;
      case "model-missing":
        return `There is no model "${this.model}" at ${where}: ${why}. Load it there, correct \`embedder.model\` in .grepai/config.yaml, ${otherwise}.`;
      case "nonsense":
        return `No embeddings came from ${where}: ${why}. Check \`embedder.endpoint\` (often it must end in /v1) and \`embedder.model\` in .grepai/config.yaml.`;
      case "timeout":
        return `No answer from ${where}: ${why}. Restart it, raise \`embedder.timeout_ms\`, ${otherwise}.`;
      default:
        return `Embedding with "${this.model}" failed at ${where}: ${why}. Look into its log, ${otherwise}.`;
    }
  }

  #keyRemedy(): string {
    if (this.#key !== null) return "Check the key in the environment.";
    return this.#address.hostname === openAiHost
      ? "Set OPENAI_API_KEY in the environment."
      : `Set GREPAI_OPENAI_API_KEY in the environment (OPENAI_API_KEY is sent to ${openAiHost} only).`;
  }

  #redact(text: string): string {
    return this.#key === null ? text : text.replaceAll(this.#key, "***");
  }

  async #ask(path: string, context: RequestContext, maxResponseBytes: number, request?: unknown): Promise<unknown> {
    const { url, authorization } = this.#address;
    const bearer = this.#key === null ? authorization : `Bearer ${this.#key}`;
    const init: RequestInit = {
      method: request === undefined ? "GET" : "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        ...(bearer !== null && { authorization: bearer }),
      },
      ...(request !== undefined && { body: JSON.stringify(request) }),
    };
    const { body } = await exchange(`${url}${path}`, init, { ...context, maxResponseBytes });
    try {
      return JSON.parse(body);
    } catch {
      throw faultOfUnreadable(body);
    }
  }
}

/**
 * The key to send. A configuration file that came with a repository could name any address, so the general key goes
 * to OpenAI alone, and only a key meant for this program goes elsewhere.
 */
function keyFor({ hostname }: ServerAddress, env: OpenAiOptions["env"]): string | null {
  const own = env["GREPAI_OPENAI_API_KEY"]?.trim();
  if (own) return own;
  const general = env["OPENAI_API_KEY"]?.trim();
  return general && hostname === openAiHost ? general : null;
}

/** Vectors in the order of the texts: by `index` where every entry has one, else as they came. */
function inOrder(entries: EmbedEntries, count: number): readonly unknown[] {
  if (!entries.every((entry) => entry.index !== undefined)) return entries.map((entry) => entry.embedding);
  const vectors = new Array<unknown>(count).fill(undefined);
  const seen = new Set<number>();
  for (const { index = -1, embedding } of entries) {
    if (index >= count || seen.has(index)) throw new ServerFault("nonsense", "it numbers its embeddings wrongly");
    seen.add(index);
    vectors[index] = embedding;
  }
  return vectors;
}
